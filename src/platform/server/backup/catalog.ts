import pg from 'pg';
import { jobsSchema } from '../jobs/jobs-table.ts';
import { BackupError } from './backup-error.ts';

/** The schemas of Quad; nothing else in the database is touched. */
export const ownSchemas = ['public', jobsSchema];

export interface TableOfDatabase {
  schema: string;
  table: string;
  /** Without generated ones: those follow from the others. */
  columns: { name: string; type: string }[];
}

/** OIDs of the schemas that exist. */
const schemaOids = '(select oid from pg_namespace where nspname = any($1))';

export function quoted({ schema, table }: { schema: string; table: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
}

/** What belongs to an extension comes and goes with it. */
const isOwn = (catalog: string, alias: string) => `not exists (
  select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${alias}.oid and d.deptype = 'e')`;

/** Ordinary and partitioned tables; a partition is reached through its table. */
export async function listTables(client: pg.ClientBase): Promise<TableOfDatabase[]> {
  const { rows } = await client.query<TableOfDatabase>(
    `select n.nspname as schema, c.relname as table,
       (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum), '[]')
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and ${isOwn('pg_class', 'c')}
     order by n.nspname, c.relname`,
    [ownSchemas],
  );
  return rows;
}

/** A portal from before `assertFit` asked for `public` may have its tables in another schema, where no one looks for rows. */
export async function refuseOtherSchema(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ schema: string; role: string; name: string }>(
    `select quote_ident(nspname) as schema, quote_ident(current_user) as role, quote_ident(current_database()) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.oid = to_regclass('kysely_migration') and nspname <> 'public'`,
  );
  const [found] = rows;
  if (found === undefined) return;
  const { schema, role, name } = found;
  throw new BackupError(
    `The portal's tables are in the schema ${schema} of this database. Backups and restores work only in "public". Nothing was changed. Stop every instance, and run as an administrator in this database: create schema if not exists public; alter schema public rename to public_before; alter schema ${schema} rename to public; alter extension pg_trgm set schema public; alter role ${role} in database ${name} set search_path = public;`,
  );
}

export interface SequenceOfDatabase {
  schema: string;
  sequence: string;
  value: number;
}

/** Sequences that have issued a number. They are outside transactions: read them after the rows. */
export async function readSequences(client: pg.ClientBase): Promise<SequenceOfDatabase[]> {
  const { rows } = await client.query<SequenceOfDatabase>(
    `select schemaname as schema, sequencename as sequence, last_value as value from pg_sequences
     where schemaname = any($1) and last_value is not null order by 1, 2`,
    [ownSchemas],
  );
  return rows;
}

/** Statements that remove what rows would be checked or indexed by, and those that restore it. */
export interface Scaffold {
  remove: string[];
  restore: string[];
}

/**
 * Foreign keys, so that tables can be filled in any order; indexes, since building one is faster
 * than updating it; and triggers, whose effects are already among the rows.
 */
export async function readScaffold(client: pg.ClientBase): Promise<Scaffold> {
  const { rows } = await client.query<{ remove: string; restore: string }>(
    `select format('alter table %s disable trigger user', c.oid::regclass) as remove,
       format('alter table %s enable trigger user', c.oid::regclass) as restore, 1 as turn
     from pg_class c where c.relnamespace in ${schemaOids} and c.relkind in ('r', 'p')
       and exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), 3
     from pg_constraint where connamespace in ${schemaOids} and contype = 'f' and conparentid = 0
     union all
     select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 2
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and not c.relispartition
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid) and ${isOwn('pg_class', 'c')}
     order by turn`,
    [ownSchemas],
  );
  return {
    remove: rows.map(({ remove }) => remove).toReversed(),
    restore: rows.map(({ restore }) => restore),
  };
}

/** Drops everything of Quad's from the database, except extensions, and the schema `public` with its grants. */
export async function dropEverything(client: pg.ClientBase): Promise<void> {
  await client.query(`drop schema if exists ${pg.escapeIdentifier(jobsSchema)} cascade`);
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop %s if exists %s cascade', case c.relkind
         when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
       c.oid::regclass) as statement
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and not c.relispartition and ${isOwn('pg_class', 'c')}
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure)
     from pg_proc p where p.pronamespace = 'public'::regnamespace and ${isOwn('pg_proc', 'p')}
     union all
     select format('drop type if exists %s cascade', t.oid::regtype)
     from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'r')
       and ${isOwn('pg_type', 't')}
     union all
     select format('drop collation if exists %s cascade', c.oid::regcollation)
     from pg_collation c where c.collnamespace = 'public'::regnamespace and ${isOwn('pg_collation', 'c')}`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/** The number of rows per table with data of the college, without the lists of migrations and of queues. */
export async function countRows(client: pg.ClientBase): Promise<{ tables: number; rows: number }> {
  let rows = 0;
  let tables = 0;
  for (const table of await listTables(client)) {
    if (table.table.startsWith('kysely_') || (table.schema === jobsSchema && table.table !== 'job')) continue;
    const answer = await client.query<{ rows: number }>(`select count(*) as rows from ${quoted(table)}`);
    const found = answer.rows[0]?.rows ?? 0;
    if (found > 0) tables += 1;
    rows += found;
  }
  return { tables, rows };
}

/** A portal's other connections to this database, by the name that Quad gives each of them. */
export async function countPortals(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ portals: number }>(
    `select count(*) as portals from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name in ('quad', 'quad notifications')`,
  );
  return rows[0]?.portals ?? 0;
}
