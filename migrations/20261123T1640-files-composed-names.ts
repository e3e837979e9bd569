import { type Kysely, sql } from 'kysely';

/**
 * Names that a Mac sent with separate accents, as searches and later uploads write them. A file whose place is taken by its
 * twin keeps its name. Changes the table of 20261122T0740-files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update files f set
      original_filename = normalize(original_filename, NFC),
      folded_filename = normalize(folded_filename, NFC),
      filepath = normalize(filepath, NFC)
    where original_filename is not NFC normalized
      and (f.ended in ('deleted', 'retired') or not exists (
        select from files twin
        where twin.id <> f.id and (twin.ended is null or twin.ended = 'withdrawn')
          and lower(normalize(twin.filepath, NFC)) = lower(normalize(f.filepath, NFC))))`.execute(db);
}
