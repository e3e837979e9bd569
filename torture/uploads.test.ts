import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildScreensOnce } from '../harness/instance.ts';
import { createRandom } from '../harness/random.ts';
import { endAll } from '../harness/scope.ts';
import { cleanUp } from './uploads/check.ts';
import { leaveHalfway } from './uploads/leavers.ts';
import { type FileRounds, openFileRounds } from './uploads/rounds.ts';

let rounds: FileRounds;

beforeAll(async () => {
  await buildScreensOnce();
  rounds = await openFileRounds(createRandom(20_261_122));
});
afterAll(endAll);

test('kill -9 during uploads loses no acknowledged file and shows no partial one; the nightly job leaves nothing behind', {
  tags: 'long',
}, async () => {
  for (const _round of [1, 2]) expect(await rounds.play()).toEqual([]);
  expect(rounds.shelves.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(5);
  expect((await cleanUp(rounds.quad())).faults).toEqual([]);
});

test('forty clients that leave in the middle of an upload leave no bytes and no open files', async () => {
  const quad = rounds.quad();
  expect((await leaveHalfway(quad, await quad.signIn('it'), 40)).faults).toEqual([]);
});
