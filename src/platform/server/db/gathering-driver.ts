import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresDialect,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { type ConnectionCare, GatheringConnection } from './gathering-connection.ts';
import { TransactionLocks } from './migration-lock.ts';

/** PostgreSQL whose transactions send what they can together; see `GatheringConnection`. */
export class GatheringDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #care: ConnectionCare;

  constructor(pool: pg.Pool, care: ConnectionCare) {
    super({ pool });
    this.#pool = pool;
    this.#care = care;
  }

  override createAdapter(): TransactionLocks {
    return new TransactionLocks();
  }

  override createDriver(): Driver {
    return new GatheringDriver(this.#pool, this.#care);
  }
}

class GatheringDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #care: ConnectionCare;
  readonly #connections = new WeakMap<pg.PoolClient, GatheringConnection>();

  constructor(pool: pg.Pool, care: ConnectionCare) {
    this.#pool = pool;
    this.#care = care;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#pool.connect();
    const known = this.#connections.get(client);
    if (known !== undefined) return known;
    const connection = new GatheringConnection(client, this.#care);
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

function own(connection: DatabaseConnection): GatheringConnection {
  if (!(connection instanceof GatheringConnection)) throw new Error('This is no connection of the pool.');
  return connection;
}

type InTransaction = Pick<Kysely<never>, 'getExecutor'>;

/**
 * Sends a statement, whose answer nobody needs, with the next one of the transaction, at the latest with its commit.
 * Whoever sends that one is told when it fails; a rollback takes it back unsent. On a connection of its own, which does
 * not gather, it is sent at once.
 */
export async function sendWithNext(transaction: InTransaction, statement: CompiledQuery): Promise<void> {
  await transaction.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof GatheringConnection) return connection.hold(statement);
    await connection.executeQuery(statement);
  });
}

/** Sends now what waits in a transaction. @throws what PostgreSQL says to it */
export async function sendWaiting(transaction: InTransaction): Promise<void> {
  await transaction.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof GatheringConnection) await connection.flush();
  });
}
