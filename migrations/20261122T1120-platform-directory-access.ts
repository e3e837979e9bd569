import { type Kysely, sql } from 'kysely';

/** Groups of a source that the college lets give access. Changes the tables of 20261122T0800-platform-directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['directory_records', 'directory_staged'])
    await sql`alter table ${sql.table(table)} add column access_groups text[] not null default '{}'`.execute(
      db,
    );
}
