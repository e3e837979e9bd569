import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresDialect,
  type QueryExecutorProvider,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { TransactionLocks } from './migration-lock.ts';
import { PipelinedConnection, type StatementCare } from './pipelined-connection.ts';

/** PostgreSQL over a pool of pipelined connections; see `PipelinedConnection`. */
export class PipelinedDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #care: StatementCare;

  constructor(pool: pg.Pool, care: StatementCare) {
    super({ pool });
    this.#pool = pool;
    this.#care = care;
  }

  override createAdapter(): TransactionLocks {
    return new TransactionLocks();
  }

  override createDriver(): Driver {
    return new PipelinedDriver(this.#pool, this.#care);
  }
}

class PipelinedDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #care: StatementCare;
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>();

  constructor(pool: pg.Pool, care: StatementCare) {
    this.#pool = pool;
    this.#care = care;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#pool.connect();
    const known = this.#connections.get(client);
    if (known !== undefined) return known;
    const connection = new PipelinedConnection(client, this.#care);
    this.#connections.set(client, connection);
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings;
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    own(connection).begin(`begin${level}${accessMode === undefined ? '' : ` ${accessMode}`}`);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return own(connection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return own(connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { client, isLost } = own(connection);
    client.release(isLost);
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * Has the statements of a transaction that are awaited together (`Promise.all`) sent at once, in no certain order.
 * Kysely itself holds back each one until the one before it has been answered.
 */
export function sendTogether(database: QueryExecutorProvider): void {
  const executor = database.getExecutor();
  const within = executor.withConnectionProvider.bind(executor);
  executor.withConnectionProvider = (provider) =>
    within({
      // The transaction keeps its connection until its end, so it can be used beyond this call.
      provideConnection: async (consumer) => consumer(await provider.provideConnection(async (own) => own)),
    });
}

function own(connection: DatabaseConnection): PipelinedConnection {
  if (!(connection instanceof PipelinedConnection)) throw new Error('This is not a connection of the pool.');
  return connection;
}

type InTransaction = Pick<Kysely<never>, 'getExecutor'>;

/**
 * Sends a statement without waiting for its result, which no one needs. Its failure is thrown by the next
 * awaited statement, at the latest by the commit. A connection outside the pool is not pipelined and waits.
 */
export async function sendUnawaited(transaction: InTransaction, statement: CompiledQuery): Promise<void> {
  await transaction.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof PipelinedConnection) return connection.send(statement);
    await connection.executeQuery(statement);
  });
}

/** Waits for the results of what was sent without waiting. @throws PostgreSQL's first error */
export async function awaitSent(transaction: InTransaction): Promise<void> {
  await transaction.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof PipelinedConnection) await connection.awaitSent();
  });
}
