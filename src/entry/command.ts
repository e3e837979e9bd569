import { attachEmbeddedPostgres } from '../platform/server/db/embedded/attach.ts';
import type { Environment } from '../platform/server/settings/environment.ts';
import { explain } from './explain.ts';

/** What the command has opened: it is closed when the command ends, last opened first. */
export const ends: (() => Promise<void> | void)[] = [];

export async function endAll(): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
}

/** The database of a portal, whether or not the portal is running. */
export async function reach({ databaseUrl, dataFolder }: Environment) {
  if (databaseUrl !== null) return { url: databaseUrl };
  const postgres = await attachEmbeddedPostgres({ dataFolder });
  ends.push(postgres.stop);
  return postgres.connection;
}

/** Runs a command, and says in a sentence why it failed. */
export async function run(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
  await endAll();
}
