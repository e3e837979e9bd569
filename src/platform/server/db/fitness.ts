import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';
import { isDirect } from './repeated-statements.ts';

/** PostgreSQL responds, but Quad cannot work on this database; the message says what to do about it. */
export class UnfitDatabaseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnfitDatabaseError';
  }
}

/** The oldest PostgreSQL that Quad runs on. */
const minVersion = 15;

/**
 * Checks that Quad can create its tables in the database and store any text in it.
 * @returns The version of PostgreSQL, such as "15.6"
 * @throws UnfitDatabaseError with everything that is wrong
 */
export async function assertFit(database: Database): Promise<string> {
  const { rows } = await sql<Facts>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int / 10000 as major,
      datname as name,
      pg_encoding_to_char(encoding) as encoding,
      current_user as role,
      pg_get_userbyid(datdba) as owner,
      pg_has_role(current_user, datdba, 'usage') as owns,
      current_setting('search_path') as path,
      current_schema() as schema,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates,
      exists (
        select from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration'
      ) as installed,
      array(
        select distinct rolname::text
        from pg_class join pg_roles on pg_roles.oid = relowner
        where relkind in ('r', 'p') and relnamespace in (select oid from pg_namespace where nspname in (current_schema(), 'jobs'))
          and not rolsuper and pg_has_role(relowner, datdba, 'usage')
          and not pg_has_role(current_user, relowner, 'usage')
      ) as strangers
    from pg_database
    where datname = current_database()`.execute(database);
  const [facts] = rows;
  if (facts === undefined) throw new UnfitDatabaseError('The database did not report its version.');
  const faults = faultsOf(facts);
  if (faults.length > 0) throw new UnfitDatabaseError(faults.join('\n'));
  return facts.version.split(' ')[0] ?? facts.version;
}

interface Facts {
  version: string;
  major: number;
  name: string;
  encoding: string;
  role: string;
  owner: string;
  owns: boolean;
  path: string;
  /** Where tables are created: the first of the search path that exists and that the role may use. */
  schema: string | null;
  creates: boolean;
  /** Whether Quad's tables are there. */
  installed: boolean;
  /** Roles that may act as the owner and own tables that this one cannot use. */
  strangers: string[];
}

function faultsOf(facts: Facts): string[] {
  const { version, major, name, encoding, role, owner, owns, strangers } = facts;
  const faults: string[] = [];
  if (major < minVersion)
    faults.push(`The database server is PostgreSQL ${version}; Quad needs ${minVersion} or newer.`);
  if (encoding !== 'UTF8')
    faults.push(
      `The database "${name}" stores text as ${encoding}; Quad needs UTF-8. Create a new one: create database ${name} owner ${owner} encoding 'UTF8' template template0;`,
    );
  if (!owns)
    faults.push(
      `The database "${name}" belongs to the role "${owner}", but Quad connects as "${role}", which cannot change its tables. Run as an administrator: alter database ${name} owner to ${role};`,
    );
  else faults.push(...schemaFaultsOf(facts));
  for (const stranger of strangers)
    faults.push(
      `Tables of the database "${name}" belong to the role "${stranger}", so that "${role}" cannot use them. Run as an administrator in this database: reassign owned by ${stranger} to ${owner}; alter role ${stranger} in database ${name} set role ${owner};`,
    );
  return faults;
}

/** Backups look for the tables in `public`. By default, a schema with the name of the role comes before it. */
function schemaFaultsOf({ name, role, owner, path, schema, creates, installed }: Facts): string[] {
  if (installed || (schema === 'public' && creates)) return [];
  const why =
    schema === 'public'
      ? 'may not create tables in the schema "public"'
      : `does not create tables in the schema "public" (its search_path is ${path})`;
  return [
    `The role "${role}" ${why} of the database "${name}", where Quad keeps its own. Run as an administrator in this database: create schema if not exists public; grant all on schema public to ${owner}; alter role ${role} in database ${name} set search_path = public;`,
  ];
}

/**
 * Says what to do if an instance may not open as many connections as it will. Behind a pooler, that can't be
 * determined: the limits are on the pooler's.
 */
export async function warnOfConnections(pool: pg.Pool, wanted: number): Promise<string | null> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ backend: number; what: string; most: number }>(
      `select pg_backend_pid() as backend, what, most
       from pg_roles, pg_database, lateral (values
         (format('role "%s"', rolname), rolconnlimit),
         (format('database "%s"', datname), datconnlimit),
         ('server', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int)
       ) as limits (what, most)
       where rolname = session_user and datname = current_database() and not rolsuper and most >= 0
       order by most limit 1`,
    );
    const [tightest] = rows;
    // A backup needs one more.
    if (tightest === undefined || !isDirect(client, tightest.backend) || tightest.most > wanted) return null;
    const { what, most } = tightest;
    return `The ${what} allows ${most} connections, but an instance opens up to ${wanted} and a backup needs one more. At the limit, people see that the portal is unavailable. Raise the limit, or lower QUAD_DATABASE_CONNECTIONS.`;
  } finally {
    client.release();
  }
}
