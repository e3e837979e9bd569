import { expect, test } from 'vitest';
import { doEach } from './do-each.ts';

const running = new AbortController().signal;

test('one that fails holds up no other, and the job still fails', async () => {
  const done: number[] = [];
  const work = async (one: number) => {
    if (one % 2 === 0) throw new Error(`${one} failed`);
    done.push(one);
  };
  await expect(doEach([1, 2, 3, 4, 5], work, running)).rejects.toThrow('2 failed');
  expect(done).toEqual([1, 3, 5]);
});

test('no more are tried while the database is away', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    throw new Error('Connection terminated unexpectedly');
  };
  await expect(doEach([1, 2, 3], work, running)).rejects.toThrow('Connection terminated');
  expect(tries).toBe(1);
});

test('no more are begun once the job has to stop', async () => {
  const stopping = new AbortController();
  const done: number[] = [];
  const work = async (one: number) => {
    done.push(one);
    if (one === 2) stopping.abort(new Error('stopping'));
  };
  await expect(doEach([1, 2, 3], work, stopping.signal)).rejects.toThrow('stopping');
  expect(done).toEqual([1, 2]);
});
