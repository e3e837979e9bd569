import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { runProgram } from '../../harness/program.ts';
import { quadEnvironment, temporaryFolder } from '../../harness/quad.ts';
import { driverConfig } from '../../src/platform/server/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/server/db/embedded/embedded.ts';

/** Data folders with made-up rows, made once for all rows of a run that need the same. */
export interface PreparedData {
  /** A folder whose database holds this many rows of a tool's seed. Read-only. */
  withRows(tool: string, count: number): Promise<string>;
}

/** @param kept A folder in which they outlive the run, so that the next one can reuse them. */
export function createPreparedData(say: (text: string) => void, kept: string | null): PreparedData {
  const made = new Map<string, Promise<string>>();
  return {
    withRows(tool, count) {
      const key = `${tool} ${count}`;
      const folder =
        made.get(key) ?? keep(kept, `${tool}-${count}`, (folder) => fill(folder, tool, count, say));
      made.set(key, folder);
      return folder;
    },
  };
}

/** Fills a folder that is removed with the run, or one that stays and is filled only once. */
async function keep(
  kept: string | null,
  name: string,
  fillFolder: (folder: string) => Promise<void>,
): Promise<string> {
  if (kept === null) {
    const folder = await temporaryFolder('run');
    await fillFolder(folder);
    return folder;
  }
  const folder = path.resolve(kept, name);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await fillFolder(unfinished);
  await rename(unfinished, folder);
  return folder;
}

async function fill(folder: string, tool: string, count: number, say: (text: string) => void): Promise<void> {
  say(`adding ${count.toLocaleString('en-US')} rows of ${tool}`);
  await runProgram(['src/entry/seed.ts', tool, String(count)], quadEnvironment(folder));
  await settle(folder);
}

/** Does at once what autovacuum would do within minutes, so that it does not interfere with measurements. */
async function settle(dataFolder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataFolder });
  try {
    const client = new pg.Client(driverConfig(postgres.connection));
    await client.connect();
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
    await client.end();
  } finally {
    await postgres.stop();
  }
}
