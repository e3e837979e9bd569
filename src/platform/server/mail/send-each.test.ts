import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EmailDeferred } from './email-deferred.ts';
import { sendEach } from './send-each.ts';

/** Sends numbers, a few at once. */
async function send(numbers: readonly number[], failures: Readonly<Record<number, Error>>) {
  const [sent, underWay] = [[] as number[], { now: 0, most: 0 }];
  const failure = await sendEach(
    numbers,
    async (number) => {
      underWay.now += 1;
      underWay.most = Math.max(underWay.most, underWay.now);
      await wait(5);
      underWay.now -= 1;
      const error = failures[number];
      if (error !== undefined) throw error;
      sent.push(number);
    },
    3,
  ).catch((error: unknown) => error);
  return { sent: sent.toSorted(), failure, most: underWay.most, left: underWay.now };
}

test('several are under way at once, each is sent once, and one that is deferred holds up no other', async () => {
  const deferred = new EmailDeferred('full');
  expect(await send([1, 2, 3, 4, 5, 6, 7], { 2: deferred })).toEqual({
    ...{ sent: [1, 3, 4, 5, 6, 7], failure: deferred },
    ...{ most: 3, left: 0 },
  });
  expect((await send([1, 2], {})).failure).toBeUndefined();
});

test('when the server is down, no more are started, and none is left under way', async () => {
  const away = new Error('away');
  const { sent, failure, left } = await send([1, 2, 3, 4, 5, 6, 7], { 1: away });
  expect([failure, sent, left]).toEqual([away, [2, 3], 0]);
});
