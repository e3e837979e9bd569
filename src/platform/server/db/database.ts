import {
  type CompiledQuery,
  Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { Refusal } from '../refusal/refusal.ts';
import { allowsNoMore, guarded, watchOpen } from './guarded-pool.ts';
import { PipelinedDialect, sendTogether } from './pipelined-dialect.ts';
import { createNames, isDirect, leaveIfStale } from './repeated-statements.ts';
import type { PlatformTables } from './tables.ts';

// Counts and sums stay below 2^53 here; strings would only invite mistakes.
const bigintType = 20;
pg.types.setTypeParser(bigintType, Number);
// Calendar dates are days, not instants: `Date` would shift them by the time zone.
const dateType = 1082;
pg.types.setTypeParser(dateType, (value) => value);

export type Database = Kysely<PlatformTables>;
export type WriteTransaction = Transaction<PlatformTables>;
/**
 * Can only read: it offers no way to insert, update or delete, and Kysely's own `sql` cannot run on it.
 * Outside a write its connection is read-only, so PostgreSQL refuses the rest. Writes go through `change`.
 */
export type Reader = ReaderOf<PlatformTables>;
export type ReaderOf<Tables> = Pick<Kysely<Tables>, 'selectFrom' | 'fn'>;

/** The reader with a tool's own tables added to those of the platform. */
export function readTables<Tables>(reader: Reader): ReaderOf<PlatformTables & Tables> {
  return reader as unknown as ReaderOf<PlatformTables & Tables>;
}

/** The rows that a hand-written SQL statement reads. */
export async function readRows<Row>(
  reader: Reader,
  statement: RawBuilder<Row> | CompiledQuery<Row>,
): Promise<Row[]> {
  const executing = reader as unknown as QueryExecutorProvider;
  const compiled = 'compile' in statement ? statement.compile(executing) : statement;
  const { rows } = await executing.getExecutor().executeQuery<Row>(compiled);
  return rows;
}

/**
 * Reads on one connection, where statements that are awaited together (`Promise.all`) take one round trip. Otherwise each
 * would take a connection of its own, which may have to be opened first. For short statements, since PostgreSQL runs them in
 * turn. Nothing else may be awaited within: it may need a second connection.
 */
export function onOneConnection<Result>(
  reader: Reader,
  read: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  const database = reader as unknown as Database;
  return database.isTransaction ? read(reader) : database.connection().execute(read);
}

/** The transaction with a tool's own tables added to those of the platform. */
export function writeTables<Tables>(transaction: WriteTransaction): Transaction<PlatformTables & Tables> {
  return transaction as unknown as Transaction<PlatformTables & Tables>;
}

export type ConnectionSettings =
  | { url: string }
  | { host: string; port: number; user: string; database: string };

/** How long a request waits for a free connection before it is told to try again later, in milliseconds. */
const connectionWait = 4_000;
/**
 * No statement of the portal runs longer, waits longer for another's lock, or leaves a transaction idle for
 * longer, in milliseconds. The person is asked to try again, and the connection serves others.
 */
const limits = {
  statement_timeout: 30_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * What every statement relies on, whatever is set for the role or the database: how times are written, what
 * a backslash means, and that the second of two writes to a row waits for the first one and continues.
 */
const assumptions = {
  datestyle: 'iso, mdy',
  timezone: "'UTC'",
  standard_conforming_strings: 'on',
  default_transaction_isolation: "'read committed'",
};

/**
 * A statement without a result by then, in milliseconds, will never get one: PostgreSQL itself ends
 * those that run too long. Its machine is frozen or cut off, which the kernel would notice only after 15 minutes.
 */
const silenceLimit = limits.statement_timeout + 5_000;

/** How long a close waits for transactions, in milliseconds: what is worth waiting for has been waited for before. */
export const closeWait = 1_000;

export interface OpenDatabase {
  database: Database;
  pool: pg.Pool;
  /** How many connections are open. */
  countOpen(): number;
  /** Ends all connections. PostgreSQL rolls back a transaction that has not ended soon. */
  close(): Promise<void>;
}

interface OpenOptions {
  /** Most connections at once. */
  size?: number;
  /** Without time limits, for what changes tables. */
  patient?: boolean;
  /** How long PostgreSQL may be silent, in milliseconds. */
  silence?: number;
  /** PostgreSQL refuses every write. Not behind a pooler, which would pass the setting on to writers. */
  readOnly?: boolean;
}

export function openDatabase(settings: ConnectionSettings, options: OpenOptions = {}): OpenDatabase {
  const { patient = false, silence = silenceLimit, readOnly = false } = options;
  const nameOf = createNames();
  const direct = new WeakSet<pg.ClientBase>();
  const prepare = async (client: pg.ClientBase) => {
    if (await prepareConnection(client, { patient, readOnly })) direct.add(client);
  };
  const pool = new pg.Pool({
    ...driverConfig(settings),
    max: options.size ?? 20,
    connectionTimeoutMillis: Math.min(connectionWait, silence),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'quad',
    pipeline: true,
    // Not startup parameters: a pooler refuses those it does not know. Behind one in transaction mode the
    // limits apply to everything that shares its connection, which is only Quad.
    onConnect: prepare,
    ...(patient ? {} : { query_timeout: silence }),
  });
  // Without a listener a dropped idle connection would end the process; the next query opens a new one.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const open = watchOpen(pool);
  const dialect = new PipelinedDialect(guarded(pool, connectionWait, open.count), {
    nameOf: (client, text) => (direct.has(client) ? nameOf(text) : null),
    judge: (client, error, name) => {
      // A failover to a standby cannot be the reason: this connection never asks for more than reading.
      if (readOnly && codeOf(error) === readOnlyState) return new Error(error.message, { cause: error });
      return name === null ? error : leaveIfStale(client, error);
    },
  });
  const database = new Kysely<PlatformTables>({ dialect });
  sendTogether(database);
  const close = async () => {
    const cut = setTimeout(open.cutAll, closeWait);
    await database.destroy();
    clearTimeout(cut);
  };
  return { database, pool, countOpen: open.count, close };
}

const setAll = (settings: Record<string, number | string>) =>
  Object.entries(settings).map(([name, value]) => `set ${name} = ${value};`);
const setAssumptions = setAll(assumptions);
const setLimits = setAll(limits);

/** @returns Whether the connection is direct, without a pooler */
async function prepareConnection(
  client: pg.ClientBase,
  { patient, readOnly }: { patient: boolean; readOnly: boolean },
): Promise<boolean> {
  const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend');
  const direct = isDirect(client, rows[0]?.backend);
  const settings = [...setAssumptions, ...(patient ? [] : setLimits)];
  if (readOnly && direct) settings.push('set default_transaction_read_only = on;');
  await client.query(settings.join(''));
  return direct;
}

/**
 * How `pg` reaches a database. On a unix socket there is no TLS, whatever `PGSSLMODE` says. An application name in
 * the URL is left out: it would replace the one by which a restore sees that a portal is connected.
 */
export function driverConfig(settings: ConnectionSettings): pg.ClientConfig {
  if (!('url' in settings)) return { ...settings, ssl: false };
  return { connectionString: settings.url.replaceAll(/(?<=[?&])application_name=[^&#]*&?/g, '') };
}

/** Which database that is, as a person would say it: without its user and password. */
export function sayWhich(settings: ConnectionSettings): string {
  const { database, host } = new pg.Client(driverConfig(settings));
  return `the database "${database}" at ${host}`;
}

/** SQLSTATE classes for "the server is going, gone or full": connection, resources, operator intervention. */
const outageClasses = new Set(['08', '53', '57']);
/** What a write gets after a failover, on a standby that has not been promoted yet. */
const readOnlyState = '25006';
/**
 * Only this statement was given up on: it took too long, or another transaction was in the way (lock timeout, deadlock,
 * idle transaction).
 */
const givenUpStates = new Set(['57014', '55P03', '40P01', '40001', '25P03']);
const outageSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/** Whether an error means that the same may succeed in a moment, as opposed to a wrong query. */
export function isOutage(error: unknown): error is Error {
  return isUnreachable(error) || givenUpStates.has(codeOf(error) ?? '');
}

/** Whether an error means that the database cannot be reached or cut us off, so that the next statement fails as well. */
export function isUnreachable(error: unknown): error is Error {
  // Without a connection there is a refusal, whatever the cause (`guarded-pool.ts`); a storage for files has one, too.
  if (error instanceof Refusal) return error.kind === 'unavailable';
  const code = codeOf(error);
  if (code !== null) {
    if (outageSystemCodes.has(code) || code === readOnlyState) return true;
    return code.length === 5 && outageClasses.has(code.slice(0, 2)) && !givenUpStates.has(code);
  }
  // `pg` gives a cut connection no code, only messages like these.
  return (
    error instanceof Error &&
    /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect|^Query read timeout/.test(
      error.message,
    )
  );
}

/** The name of the violated constraint, if the error is a uniqueness violation. */
export function violatedUnique(error: unknown): string | null {
  if (codeOf(error) !== '23505') return null;
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
}

/**
 * Whether the database responds at all. If it allows no more connections, it does for those that are open.
 * @param others What the portal works with, if `database` has its own connection
 */
export async function isReachable(
  database: Database,
  others: readonly Pick<OpenDatabase, 'countOpen'>[] = [],
): Promise<boolean> {
  try {
    await sql`select 1`.execute(database);
    return true;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    return allowsNoMore(cause) && others.some(({ countOpen }) => countOpen() > 0);
  }
}
