/** Ends a change whose row is no longer as its job found it: nothing is written, and no audit entry is added. */
export class Overtaken extends Error {}

/** Whether a change was made; `false` if someone was faster. @throws any other failure */
export async function wasMade(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  }
}

/** Makes a change for each of these rows, one after the other, until the job has to stop. @returns How many were made */
export async function countMade<Row>(
  rows: readonly Row[],
  change: (row: Row) => Promise<unknown>,
  signal: AbortSignal,
): Promise<number> {
  let made = 0;
  for (const row of rows) {
    signal.throwIfAborted();
    if (await wasMade(change(row))) made += 1;
  }
  return made;
}
