import { expect, test } from 'vitest';
import { createAskInTime } from './ask-in-time.ts';

test('a tool that fails for every page is one line of the log, and not one for each page', async () => {
  const lines: string[] = [];
  const write = (_about: unknown, message?: string) => void lines.push(message ?? '');
  const ask = createAskInTime('what it has to say', { warn: write, error: write } as never, 1_000);
  const away = () => Promise.reject(new Error('The database is away.'));
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask({ id: 'notices' }, away)));
  expect(new Set(answers)).toEqual(new Set([null]));
  expect(await ask({ id: 'files' }, away)).toBeNull();
  expect(lines).toEqual(Array(2).fill('A tool could not say what it has to say.'));
});
