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
