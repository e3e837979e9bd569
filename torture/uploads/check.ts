import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import type { Quad } from '../../harness/quad.ts';
import { openDatabase } from '../../src/platform/server/db/database.ts';
import type { FileStorage } from '../../src/platform/server/files/file-storage.ts';
import { createFolderStorage } from '../../src/platform/server/files/folder-storage.ts';
import { createReconcileFiles } from '../../src/platform/server/files/reconcile.ts';
import type { Shelf } from './shelf.ts';

interface Row {
  id: string;
  ended: string | null;
  writes: number;
  versions: { name: string; sha256: string }[];
}

/** Compares what the database says about files with what was acknowledged, and checks that each row has its bytes. */
export async function compareShelves(quad: Quad, shelves: readonly Shelf[]): Promise<string[]> {
  const rows = await quad.query<Row>(`
    select f.id, f.ended,
      (select count(*)::int from audit_entries e where e.subject_type = 'file' and e.subject_id = f.id::text
        and e.action <> 'file.download') as writes,
      (select json_agg(json_build_object('name', s.name, 'sha256', encode(s.sha256, 'hex')) order by v.number)
        from file_versions v join stored_files s on s.name = v.stored_name where v.file_id = f.id) as versions
    from files f where f.created_by <> 'Demo data'`);
  const found = new Map(rows.map((row) => [row.id, row]));
  const faults: string[] = [];
  for (const { id, state, versions, writes } of shelves.flatMap(({ files }) => files)) {
    const row = found.get(id);
    found.delete(id);
    if (state === 'erased') {
      if (row !== undefined) faults.push(`${id} was deleted for good and is still there.`);
      continue;
    }
    const said = JSON.stringify([state === 'published' ? null : state, writes, versions]);
    const is = JSON.stringify([row?.ended, row?.writes, row?.versions.map((version) => version.sha256)]);
    if (said !== is) faults.push(`${id} was acknowledged as ${said} and is ${is}.`);
  }
  if (found.size > 0) faults.push(`${found.size} files are there that were never acknowledged.`);
  for (const { name, sha256 } of rows.flatMap((row) => row.versions)) {
    if ((await hashOf(placeOf(quad, name))) !== sha256)
      faults.push(`The bytes of ${name} are not what its row says.`);
  }
  return faults;
}

const placeOf = ({ dataFolder }: Quad, name: string) =>
  path.join(dataFolder, 'files', name.slice(0, 2), name);

async function hashOf(file: string): Promise<string | null> {
  if (!existsSync(file)) return null;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest('hex');
}

/** Names of the files that are still arriving. */
export function arriving({ dataFolder }: Pick<Quad, 'dataFolder'>): string[] {
  const folder = path.join(dataFolder, 'files/.incoming');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Runs the nightly job as if the grace period were over. @returns how much it removed, and what is still wrong */
export async function cleanUp(
  quad: Quad,
  storage: FileStorage = createFolderStorage(path.join(quad.dataFolder, 'files')),
): Promise<{ left: number; faults: string[] }> {
  const storedNames = async () => (await Array.fromAsync(storage.list())).map(({ name }) => name);
  const { database, close } = openDatabase(quad.connection as never, { size: 1 });
  try {
    const job = createReconcileFiles({
      storage,
      unaudited: () => database,
      now: () => new Date(Date.now() + 2 * 86_400_000),
    });
    const before = (await storedNames()).length;
    await job.run({}, { log: pino({ level: 'silent' }), signal: new AbortController().signal });
    const rows = await quad.query<{ name: string; missing_at: Date | null }>(
      'select name, missing_at from stored_files order by name',
    );
    const kept = (await storedNames()).toSorted();
    const faults: string[] = [];
    if (JSON.stringify(kept) !== JSON.stringify(rows.map(({ name }) => name)))
      faults.push(`After the nightly job there are ${kept.length} files for ${rows.length} rows.`);
    if (rows.some(({ missing_at }) => missing_at !== null)) faults.push('The nightly job found lost files.');
    return { left: before - kept.length, faults };
  } finally {
    await close();
  }
}
