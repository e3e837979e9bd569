import { type Kysely, sql } from 'kysely';

/**
 * Names with separate accents that 20261123T1640-files-composed-names left alone, because another file has their place: they
 * keep the place, and are found by their names. Changes the table of 20261122T0740-files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update files set
      original_filename = normalize(original_filename, NFC),
      folded_filename = normalize(folded_filename, NFC)
    where original_filename is not NFC normalized or folded_filename is not NFC normalized`.execute(db);
}
