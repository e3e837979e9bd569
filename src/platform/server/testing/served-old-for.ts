/**
 * Asks until the answer is the new one. Answers when, in milliseconds since the call, the last question was asked that
 * still got the old one: a busy machine makes answers late, but a question asked after the limit may never get it.
 */
export async function servedOldFor(isNew: () => Promise<boolean>): Promise<number> {
  const begin = performance.now();
  let lastOld = 0;
  for (;;) {
    const askedAt = performance.now();
    if (await isNew()) return lastOld;
    lastOld = askedAt - begin;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
