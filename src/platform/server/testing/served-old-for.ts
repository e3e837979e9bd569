/**
 * Asks until the response is the new one. Returns when the last request that still got the old one was sent, in
 * milliseconds since the call: responses may be late, but a request sent after the limit must never get it.
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
