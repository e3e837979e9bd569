import { sql } from 'kysely';
import { z } from 'zod';
import { counted } from '../../../platform/contract/counted.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { readLdapPhotos, type SourcePhoto } from '../../../platform/server/directory/ldap-photos.ts';
import type { LdapSource } from '../../../platform/server/directory/ldap-source.ts';
import type { RunRow } from '../../../platform/server/directory/runs.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../platform/server/jobs/job-failure.ts';
import { LdapFailure } from '../../../platform/server/ldap/ldap-failure.ts';
import { largePhotoSize, reencodePhoto } from '../../../platform/server/photo/photo.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { changeAsSync } from './sync-run.ts';

export interface PhotoSource {
  source: LdapSource;
  /** The attribute that holds a photo. */
  attribute: string;
}

const kind = { name: 'directory.photos', data: z.object({}) };

/** Has the photos of a server read as soon as its people are known, which may be when IT confirms its first reading. */
export function followFirstReading(sources: readonly PhotoSource[]) {
  return async (unit: UnitOfWork, { origin, source: name }: RunRow): Promise<void> => {
    const own = sources.filter(({ source }) => origin === 'ldap' && source.name === name);
    if (own.length === 0 || (await areRead(unit.transaction, own))) return;
    await unit.enqueue(kind, {}, { singletonKey: 'first reading' });
  };
}

/** Reads the photos of all directory servers each night. With several servers, the first one that has a photo counts. */
export function createPhotoSync(
  { reader, change }: Pick<Platform, 'reader' | 'change'>,
  sources: readonly PhotoSource[],
): Job {
  const asSync = changeAsSync({ change });
  const keep = async (photos: readonly SourcePhoto[]): Promise<void> => {
    const drawn = await Promise.all(
      photos.map(async ({ key, hash, bytes }) => ({
        key,
        hash,
        photo: await reencodePhoto(bytes, largePhotoSize),
      })),
    );
    await asSync(async (unit) => {
      unit.demand(byPermission);
      for (const { key, hash, photo } of drawn)
        await sql`insert into directory_photos as p (record_key, photo, source_hash)
          select key, ${photo}, ${hash} from directory_records where key = ${key}
          on conflict (record_key) do update set photo = excluded.photo, source_hash = excluded.source_hash`.execute(
          unit.transaction,
        );
      sayPhotos(unit, 'directory.photos', drawn.length);
    });
  };
  const forget = (seen: ReadonlySet<string>) =>
    asSync(async (unit) => {
      unit.demand(byPermission);
      const { numAffectedRows } = await sql`
        delete from directory_photos where not (record_key = any(${[...seen]}::text[]))`.execute(
        unit.transaction,
      );
      const gone = Number(numAffectedRows ?? 0);
      sayPhotos(unit, 'directory.forget-photos', gone);
      return gone;
    });
  return defineJob({
    ...kind,
    title: 'Read the photos of the directory server',
    retries: 2,
    limitSeconds: 2 * 60 * 60,
    schedule: '11 4 * * *',
    async run(_data, { signal }) {
      // Whose photos these are is not known yet. The reading that says so has this job run again.
      if (!(await areRead(reader, sources)))
        return 'The people of a directory server are not known yet. Its photos are read once they are.';
      // Of everyone with a record: accounts without one, such as those that were disabled, have photos as well.
      const rows = await readRows(
        reader,
        sql<{ key: string; hash: string | null }>`
          select d.key, p.source_hash as hash from directory_records d left join directory_photos p on p.record_key = d.key`,
      );
      const known = new Map(rows.map(({ key, hash }) => [key, hash]));
      const seen = new Set<string>();
      let changed = 0;
      let isSilent = false;
      for (const { source, attribute } of sources) {
        let returned = 0;
        await readLdapPhotos(source, attribute, async (page) => {
          signal.throwIfAborted();
          returned += page.length;
          const fresh = page.filter(({ key }) => known.has(key) && !seen.has(key));
          for (const { key } of fresh) seen.add(key);
          const different = fresh.filter(({ key, hash }) => known.get(key) !== hash);
          if (different.length > 0) await keep(different);
          changed += different.length;
        }).catch((error: unknown) => {
          if (!(error instanceof LdapFailure)) throw error;
          throw new JobFailure(
            `The photos could not be read (${error.code}).${error.advice === undefined ? '' : ` ${error.advice}`}`,
          );
        });
        isSilent ||= returned === 0;
      }
      const isSomeGone = rows.some(({ key, hash }) => hash !== null && !seen.has(key));
      if (isSilent && isSomeGone)
        throw new JobFailure(
          'A directory server returned no photos at all, so none were removed. Check what the service account may read, and attributes.photo.',
        );
      const gone = isSomeGone ? await forget(seen) : 0;
      return `${counted(seen.size, 'person has', 'people have')} a photo. Changed ${changed}, gone ${gone}.`;
    },
  });
}

/** Whether the people of each of these servers have been read. */
async function areRead(reader: Reader, sources: readonly PhotoSource[]): Promise<boolean> {
  const names = sources.map(({ source }) => source.name);
  const rows = await readRows(
    reader,
    sql`select distinct source from directory_runs
      where origin = 'ldap' and state = 'applied' and source = any(${names}::text[])`,
  );
  return rows.length === names.length;
}

function sayPhotos(unit: UnitOfWork, action: `directory.${string}`, people: number): void {
  unit.record({
    action,
    subject: { type: 'directory', id: 'photos', columns: { people: 'plain' } },
    after: { people },
  });
}
