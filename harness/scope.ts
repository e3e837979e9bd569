type End = () => Promise<void> | void;

/** How long something lives: a row, or the whole run. */
export type Life = 'row' | 'run';

/** What has been started and has to be ended, whatever happens. */
const ends: Record<Life, Set<End>> = { row: new Set(), run: new Set() };

/**
 * Remembers how to end something.
 * @returns a function that ends it now, once
 */
export function endLater(end: End, life: Life = 'row'): () => Promise<void> {
  ends[life].add(end);
  return async () => {
    if (ends[life].delete(end)) await end();
  };
}

/** Ends what a row has left running, newest first. */
export function endRow(): Promise<void> {
  return endEach(ends.row);
}

/** Ends everything that is still running. */
export async function endAll(): Promise<void> {
  await endRow();
  await endEach(ends.run);
}

async function endEach(remembered: Set<End>): Promise<void> {
  for (const end of [...remembered].reverse()) {
    if (!remembered.delete(end)) continue;
    try {
      await end();
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error));
    }
  }
}

/** Runs a command to its end: a failure is one sentence and a status other than 0; nothing stays behind. */
export async function runAndEnd(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await endAll();
  }
}
