import { doEach } from './do-each.ts';

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

/** Makes a change for each of these rows, as `doEach` does. @returns How many were made */
export async function countMade<Row>(
  rows: readonly Row[],
  change: (row: Row) => Promise<unknown>,
  signal: AbortSignal,
): Promise<number> {
  let made = 0;
  const count = async (row: Row) => {
    if (await wasMade(change(row))) made += 1;
  };
  await doEach(rows, count, signal);
  return made;
}
