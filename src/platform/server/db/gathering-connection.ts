import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { Batch, type Statement } from './batch.ts';

export interface ConnectionCare {
  /** A name for what PostgreSQL shall keep. */
  nameOf(client: pg.ClientBase, text: string): string | null;
  /** Milliseconds without an answer after which the connection counts as lost; `null`: it is waited for. */
  silence: number | null;
  /** What to make of an error; may end the connection. */
  judge(client: pg.ClientBase, error: Error, failed: Statement | undefined): Error;
}

/**
 * A connection that sends statements together where none needs the answer of the one before. What waits goes with the
 * next statement, at the latest with the commit: then all of it has happened, or nothing.
 */
export class GatheringConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  /** Whether the pool has to end it: what state its transaction is in is not known. */
  isLost = false;
  readonly #care: ConnectionCare;
  /** What waits for the next statement of its transaction. */
  #held: Statement[] = [];
  /** `waiting`: its `begin` is among what waits. */
  #transaction: 'none' | 'waiting' | 'open' = 'none';

  constructor(client: pg.PoolClient, care: ConnectionCare) {
    this.client = client;
    this.#care = care;
  }

  begin(text: string): void {
    this.#held = [{ text, values: [] }];
    this.#transaction = 'waiting';
  }

  /** Sends a statement with the next one of this transaction. */
  hold(query: CompiledQuery): void {
    if (this.#transaction === 'none') throw new Error('Only a transaction may hold a statement back.');
    this.#held.push({ text: query.sql, values: query.parameters });
  }

  async commit(): Promise<void> {
    // Nothing was asked: there is no transaction to end.
    const isEmpty = this.#transaction === 'waiting' && this.#held.length === 1;
    const result = isEmpty ? null : await this.#send({ text: 'commit', values: [] });
    this.#end();
    // So PostgreSQL answers when a statement has failed before, whoever overlooked that.
    if (result?.command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    const hasBegun = this.#transaction === 'open';
    this.#end();
    if (!hasBegun) return;
    try {
      await this.#send({ text: 'rollback', values: [] });
    } catch (error) {
      this.isLost = true;
      throw error;
    }
  }

  /** Sends what waits. */
  async flush(): Promise<void> {
    if (this.#held.length > 0) await this.#send(null);
  }

  async executeQuery<R>({ sql: text, parameters: values }: CompiledQuery): Promise<QueryResult<R>> {
    // Without values it may be several statements in one text, which the protocol that gathers does not know.
    const isPlain = values.length === 0;
    if (isPlain) await this.flush();
    const result = isPlain ? await this.#sendPlain(text) : await this.#send({ text, values });
    const { command, rowCount, rows } = result;
    const isWrite = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command);
    return { ...(isWrite ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}), rows: rows ?? [] };
  }

  // biome-ignore lint/correctness/useYield: the queries of the portal read pages and batches.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Results are not streamed.');
  }

  #end(): void {
    this.#held = [];
    this.#transaction = 'none';
  }

  /** Sends what waits, and this statement behind it; answers the result of the last one. */
  async #send(statement: Statement | null): Promise<pg.QueryResult> {
    const waiting = this.#held;
    this.#held = [];
    const statements = (statement === null ? waiting : [...waiting, statement]).map((one) =>
      this.#named(one),
    );
    const { silence } = this.#care;
    let timer: NodeJS.Timeout | undefined;
    let batch: Batch | undefined;
    try {
      const results = await new Promise<pg.QueryResult[]>((resolve, reject) => {
        batch = new Batch(statements, (failure, answers) =>
          failure === null ? resolve(answers) : reject(failure),
        );
        this.client.query(batch);
        // Whoever waits for a connection on which nothing is answered is told at once.
        if (silence !== null) timer = setTimeout(cutOff, silence, this.client);
      });
      const last = results.at(-1);
      if (last === undefined) throw new Error('PostgreSQL answered nothing.');
      return last;
    } catch (error) {
      // What waits is never lost but by a rollback, least of all the beginning of the transaction.
      if (batch?.isSent !== true) this.#held = [...waiting, ...this.#held];
      throw this.#told(error, statements[batch?.failedAt ?? -1]);
    } finally {
      clearTimeout(timer);
      if (batch?.isSent === true && this.#transaction === 'waiting') this.#transaction = 'open';
    }
  }

  async #sendPlain(text: string): Promise<pg.QueryResult> {
    try {
      return await this.client.query(text);
    } catch (error) {
      throw this.#told(error, undefined);
    }
  }

  #named({ text, values }: Statement): Statement {
    const name = this.#care.nameOf(this.client, text);
    return name === null ? { text, values } : { text, values, name };
  }

  #told(error: unknown, failed: Statement | undefined): unknown {
    if (!(error instanceof Error)) return error;
    // Its own trace leads to a socket; this one leads to whoever asked.
    Error.captureStackTrace(error);
    return this.#care.judge(this.client, error, failed);
  }
}

/** Ends a connection from this side, however little the other side says. */
export function cutOff(client: pg.ClientBase): void {
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
}
