import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Program, startProgram } from '../../harness/program.ts';
import { temporaryFolder } from '../../harness/quad.ts';
import { freePort } from '../../src/platform/server/testing/free-port.ts';

export type Target = [name: string, target: string];

/** Starts bare Fastify responding 302 from a map: the limit of a redirect and of a start. */
export async function startBareRedirect(
  targets: readonly Target[],
): Promise<{ program: Program; port: number; startedAt: number }> {
  const file = path.join(await temporaryFolder(), 'targets.json');
  await writeFile(file, JSON.stringify(targets));
  const port = await freePort();
  const startedAt = performance.now();
  const program = await startProgram(['bench/harness/limits/bare-redirect.mjs', String(port), file], {
    ready: 'The bare server is ready',
  });
  return { program, port, startedAt };
}
