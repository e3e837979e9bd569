import { expect, test } from 'vitest';
import { createTurns } from './take-turns.ts';

test('two run at once, the next one waits its turn, and one that waits too long is asked to try again later', async () => {
  const turns = createTurns(2, 0.05);
  const { promise, resolve } = Promise.withResolvers<void>();
  const working = [turns(() => promise), turns(() => promise)];
  await expect(turns(async () => 'third')).rejects.toMatchObject({ kind: 'unavailable' });
  const next = turns(async () => 'fourth');
  resolve();
  await Promise.all(working);
  expect(await next).toBe('fourth');
});
