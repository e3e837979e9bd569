import { execFile } from 'node:child_process';
import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { JobFailure } from '../../../../../platform/server/jobs/job-failure.ts';
import { OutsideFailure } from '../../../../../platform/server/tool/outside-system.ts';

const run = promisify(execFile);

export interface PskFileSettings {
  /** What `wpa_psk_file` of hostapd.conf names. */
  file: string;
  /** The control socket of hostapd, such as `/run/hostapd/wlan0`; without it, hostapd is reloaded by other means. */
  socket?: string | undefined;
  /** The program that talks to the socket, which is a datagram socket that Node can't open. */
  program: string;
}

export interface FileKey {
  id: string;
  password: string;
}

/** One line for each key, for any station. hostapd logs the `keyid`, so it is neither a name nor an address. */
export function pskLines(keys: readonly FileKey[]): string {
  const lines = keys.map(({ id, password }) => `keyid=k${shortened(id)} 00:00:00:00:00:00 ${password}`);
  return ['# Written by Quad. Changes to this file are lost.', ...lines, ''].join('\n');
}

/** The passwords that the file has now, by the key's id. */
export async function readPskFile({ file }: PskFileSettings): Promise<(id: string) => string | null> {
  const lines = ((await readIfThere(file)) ?? '').matchAll(/^keyid=k(\S+) \S+ (\S+)$/gm);
  const known = new Map([...lines].map(([, id, password]) => [id, password]));
  return (id) => known.get(shortened(id)) ?? null;
}

/** A UUID in 22 characters: hostapd accepts a keyid of at most 31. */
function shortened(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/**
 * Puts the keys into the file and has hostapd read it, which disconnects no one whose key stays.
 * @returns whether the file has changed
 * @throws JobFailure if hostapd refuses the file, after the former one is back, or can't be reached
 */
export async function writePskFile(settings: PskFileSettings, content: string): Promise<boolean> {
  const { file } = settings;
  const before = await readIfThere(file);
  if (before !== content) await replaceFile(file, content);
  if (settings.socket === undefined) return before !== content;
  const answer = await reload(settings);
  if (answer === 'OK') return before !== content;
  if (before !== null && before !== content) {
    await replaceFile(file, before);
    await reload(settings);
  }
  throw new JobFailure(
    'hostapd refused the file with the keys, so the former file is back. Its log says why.',
  );
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** hostapd sees the old file or the new one, and after a power outage one of the two is complete. */
async function replaceFile(file: string, content: string): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Checks that hostapd answers at its socket. @throws OutsideFailure */
export async function pingHostapd(settings: PskFileSettings): Promise<void> {
  const answer = await tell(settings, 'ping').catch(() => null);
  if (answer !== 'PONG')
    throw new OutsideFailure(
      'It does not answer. Check QUAD_WIFI_HOSTAPD_SOCKET and QUAD_WIFI_HOSTAPD_CLI, and that Quad may use that socket.',
    );
}

async function reload(settings: PskFileSettings): Promise<string> {
  return tell(settings, 'reload_wpa_psk').catch((cause: unknown) => {
    throw new JobFailure(
      'hostapd could not be reached through its control socket. The file has the new keys.',
      {
        cause,
      },
    );
  });
}

/** @returns the last line of what hostapd said: `OK` or `FAIL` */
async function tell({ file, socket = '', program }: PskFileSettings, command: string): Promise<string> {
  // hostapd answers to a socket that hostapd_cli creates, by default in /tmp. Quad's service has its own /tmp, which
  // hostapd does not see; both see the folder of the file.
  const ours = ['-s', path.dirname(file)];
  const parameters = ['-p', path.dirname(socket), ...ours, '-i', path.basename(socket), command];
  const { stdout } = await run(program, parameters, { timeout: 10_000 });
  return stdout.trim().split('\n').at(-1) ?? '';
}
