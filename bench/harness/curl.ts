import { runCommand } from '../../harness/program.ts';

/** A request by curl, which costs the machine little next to the measured server. Its response is discarded. */
export async function curl(
  words: readonly string[],
): Promise<{ status: number; seconds: number; bytes: number }> {
  const format = '%{http_code} %{time_total} %{size_download}';
  const output = ['--silent', '--show-error', '--output', '/dev/null', '--write-out', format];
  const [status, seconds, bytes] = (await runCommand('curl', [...output, ...words])).split(' ').map(Number);
  return { status: status ?? 0, seconds: seconds ?? 0, bytes: bytes ?? 0 };
}
