import { expect, test } from 'vitest';
import { createLine } from './line.ts';

const patient = new AbortController().signal;

test('only so many are in at once, and the others follow in order', async () => {
  const line = createLine(2);
  expect([await line.enter(patient), await line.enter(patient)]).toEqual([true, true]);
  const order: string[] = [];
  const others = ['third', 'fourth'].map((who) => line.enter(patient).then(() => order.push(who)));
  await new Promise(setImmediate);
  expect([order, line.length]).toEqual([[], 2]);
  line.leave();
  await others[0];
  expect(order).toEqual(['third']);
  line.leave();
  await others[1];
  expect([line.length, line.isEmpty]).toEqual([0, false]);
  line.leave();
  line.leave();
  expect(line.isEmpty).toBe(true);
});

test('one that stops waiting is skipped, and one that comes too late is not let in', async () => {
  const line = createLine(1);
  await line.enter(patient);
  const impatient = new AbortController();
  const left = line.enter(impatient.signal);
  const next = line.enter(patient);
  impatient.abort();
  expect(await left).toBe(false);
  line.leave();
  expect(await next).toBe(true);
  line.leave();
  expect(await line.enter(impatient.signal)).toBe(false);
  expect(line.isEmpty).toBe(true);
});
