import type pg from 'pg';
import { jobsSchema } from '../../jobs/jobs-table.ts';
import { listTables, quoted, readSequences } from '../catalog.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

/** Every row of every table, as a digest per table; and the values of sequences. */
export async function everyRow(database: Queries): Promise<Record<string, string>> {
  const client = database as pg.ClientBase;
  const found: Record<string, string> = {};
  for (const table of await listTables(client)) {
    const columns = table.columns.map(({ name }) => `t."${name}"::text`).join(', ');
    const { rows } = await client.query<{ rows: number; digest: string }>(
      `select count(*) as rows, md5(coalesce(string_agg(r::text, chr(10) order by r::text collate "C"), '')) as digest
       from ${quoted(table)} t, lateral (select ${columns}) r`,
    );
    found[`${table.schema}.${table.table}`] = `${rows[0]?.rows} ${rows[0]?.digest}`;
  }
  for (const { sequence, value } of await readSequences(client))
    found[`sequence ${sequence}`] = String(value);
  return found;
}

/** Indexes, constraints, and triggers, as PostgreSQL writes them. */
export async function everyRule(database: Queries): Promise<string[]> {
  const { rows } = await database.query<{ rule: string }>(
    `select pg_get_indexdef(i.indexrelid) as rule from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace in (select oid from pg_namespace where nspname = any($1))
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace in (select oid from pg_namespace where nspname = any($1)) and conrelid <> 0
     union all select pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text from pg_trigger t
       join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace in (select oid from pg_namespace where nspname = any($1))
     order by 1`,
    [['public', jobsSchema]],
  );
  // pg-boss statistics, one table per day.
  return rows.map(({ rule }) => rule).filter((rule) => !rule.includes('queue_stats'));
}
