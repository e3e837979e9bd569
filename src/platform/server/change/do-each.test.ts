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

test('one whose rows are locked, or whose statement takes too long, holds up no other', async () => {
  const done: number[] = [];
  const codes: Record<number, string> = { 1: '55P03', 2: '57014' };
  const work = async (one: number) => {
    const code = codes[one];
    if (code !== undefined) throw Object.assign(new Error('canceling statement'), { code });
    done.push(one);
  };
  await expect(doEach([1, 2, 3], work, running)).rejects.toMatchObject({ code: '55P03' });
  expect(done).toEqual([3]);
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
