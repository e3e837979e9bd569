import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

/** A program that logs a line, then 180 MB of lines per word on its standard input, and says it is alive. */
const program = (to: string) => `
  import { openLog } from '${new URL('./log.ts', import.meta.url).href}';
  const log = openLog({ to: ${JSON.stringify(to)}, level: 'info' });
  log.info('a line');
  const before = process.memoryUsage().rss;
  process.stdin.on('data', () => {
    process.stdout.write('somebody prints a word\\n');
    for (let line = 0; line < 3_000; line += 1) log.info({ filler: 'x'.repeat(60_000) }, 'a long line');
    if (process.memoryUsage().rss - before > 150e6) process.exit(3);
    process.stderr.write('alive\\n');
  });
  process.stdin.on('end', () => process.exit(7));
`;

async function logInto(to: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(to)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const untilSaid = async (text: string) => {
    while (!said.includes(text)) await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
  };
  return { child, untilSaid, said: () => said };
}

test('N12: on a full disk the program continues, says so once, keeps its memory, and ends when it is told to', async () => {
  const { child, untilSaid, said } = await logInto('/dev/full');
  await untilSaid('cannot be written');
  child.stdin.write('are you there?\n');
  await untilSaid('alive');
  expect(said()).toBe('The log cannot be written (ENOSPC). Quad keeps running without it.\nalive\n');
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('N12: when no one reads the standard output anymore, the program continues', async () => {
  const { child, untilSaid } = await logInto('-');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.write('are you there?\n');
  await untilSaid('alive');
  await untilSaid('cannot be written (EPIPE)');
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('N12: without a log file that can be opened, standard output is the log', async () => {
  const { child, untilSaid } = await logInto('/dev/null/server.log');
  await untilSaid('The log file /dev/null/server.log cannot be opened');
  const [first] = await once(child.stdout, 'data');
  expect(String(first)).toContain('"level":"info"');
  child.stdin.end();
  child.stdout.resume();
  expect(await once(child, 'exit')).toEqual([7, null]);
});
