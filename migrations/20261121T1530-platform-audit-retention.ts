import { type Kysely, sql } from 'kysely';

/**
 * The one function of audit retention, now a piece at a time: no statement of the portal may run longer than half a
 * minute, and years may have gathered before it runs for the first time. It answers how many entries it touched.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of entries that are kept for years only those that still have a sensitive part are looked at.
  await sql`create index audit_entries_sensitive on audit_entries (at) where sensitive is not null`.execute(
    db,
  );
  await sql`drop function retain_audit(interval, interval)`.execute(db);
  await sql`
    create function retain_audit(keep interval, keep_sensitive interval, at_most integer default null)
    returns bigint language plpgsql as $$
    declare
      removed bigint;
      emptied bigint;
    begin
      perform set_config('quad.audit_retention', 'running', true);
      delete from audit_entries where id in (
        select id from audit_entries where at < now() - keep order by at limit at_most);
      get diagnostics removed = row_count;
      update audit_entries set sensitive = null where id in (
        select id from audit_entries where sensitive is not null and at < now() - keep_sensitive and at >= now() - keep
        order by at limit at_most);
      get diagnostics emptied = row_count;
      perform set_config('quad.audit_retention', '', true);
      return removed + emptied;
    end $$`.execute(db);
}
