import { expect, test } from 'vitest';
import { createTurns } from './person-turns.ts';

test('two run at once, the next one waits its turn, and one that waits too long is asked to try again later', async () => {
  const turns = createTurns(2, 0.05);
  const { promise, resolve } = Promise.withResolvers<void>();
  const working = [turns('ann', () => promise), turns('bo', () => promise)];
  await expect(turns('cy', async () => 'third')).rejects.toMatchObject({ kind: 'unavailable' });
  const next = turns('cy', async () => 'fourth');
  resolve();
  await Promise.all(working);
  expect(await next).toBe('fourth');
});

test('one person has one turn at a time, and what else they sent holds up no one', async () => {
  const turns = createTurns(2, 10);
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const many = Array.from({ length: 5 }, (_one, at) =>
    turns('ann', async () => {
      await promise;
      done.push(`ann ${at}`);
    }),
  );
  await Promise.all(['bo', 'cy'].map((who) => turns(who, async () => void done.push(who))));
  expect(done).toEqual(['bo', 'cy']);
  resolve();
  await Promise.all(many);
  expect(done.slice(2)).toEqual(['ann 0', 'ann 1', 'ann 2', 'ann 3', 'ann 4']);
});
