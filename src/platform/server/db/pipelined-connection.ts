import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';

export interface StatementCare {
  /** A name under which PostgreSQL keeps the plan; `null` for none. */
  nameOf(client: pg.ClientBase, text: string): string | null;
  /** What to make of the error of a statement, with its name if it has one; may end the connection. */
  judge(client: pg.ClientBase, error: Error, name: string | null): Error;
}

const isPlain = (value: unknown) => value === null || typeof value !== 'object' || Buffer.isBuffer(value);

/**
 * A connection in the driver's pipeline mode. Inside a transaction, a statement whose result no one needs is
 * sent without waiting. PostgreSQL refuses everything after a failed statement and replies `ROLLBACK` to its
 * `commit`, so nothing half-done can be committed; the first statement's error is thrown.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  /** The state of its transaction is unknown: the pool has to close it. */
  isLost = false;
  readonly #care: StatementCare;
  #transaction: 'none' | 'wanted' | 'open' = 'none';
  #begin = '';
  /** Why its transaction failed: PostgreSQL only says of what follows that it was not run. */
  #failure: unknown;
  /** The results that have not been awaited yet, in order. */
  #unread: Promise<unknown>[] = [];
  #isGathering = false;

  constructor(client: pg.PoolClient, care: StatementCare) {
    this.client = client;
    this.#care = care;
  }

  /** Starts the transaction together with its first statement. */
  begin(text: string): void {
    this.#begin = text;
    this.#failure = undefined;
    this.#transaction = 'wanted';
  }

  /** Sends a statement without waiting; the next awaited one, or the commit, reports its failure. */
  send({ sql: text, parameters: values }: CompiledQuery): void {
    if (this.#transaction === 'none') throw new Error('Only a transaction may send without waiting.');
    // The driver may fail to write an object. PostgreSQL would not notice, and the commit would succeed.
    if (!values.every(isPlain)) throw new Error('Only plain values may be sent without waiting.');
    this.#sendBegin();
    this.#leaveUnread(this.#ask(text, values));
  }

  async executeQuery<R>({ sql: text, parameters: values }: CompiledQuery): Promise<QueryResult<R>> {
    this.#sendBegin();
    const { command, rowCount, rows } = await this.#await(this.#ask(text, values));
    const isWrite = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command);
    return { ...(isWrite ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}), rows: rows ?? [] };
  }

  /** Waits for the results that have not been awaited yet. */
  async awaitSent(): Promise<void> {
    await this.#readAll();
  }

  async commit(): Promise<void> {
    const isEmpty = this.#transaction === 'wanted';
    this.#transaction = 'none';
    if (isEmpty) return;
    try {
      const { command } = await this.#await(this.#ask('commit', []));
      // PostgreSQL's reply when an earlier statement failed and its error was ignored.
      if (command === 'ROLLBACK') throw new AbortedTransactionError();
    } finally {
      this.#unread = [];
    }
  }

  async rollback(): Promise<void> {
    const hasBegun = this.#transaction === 'open';
    this.#transaction = 'none';
    if (!hasBegun) return;
    try {
      await this.#ask('rollback', []);
    } catch (error) {
      this.isLost = true;
      throw error;
    } finally {
      this.#unread = [];
    }
  }

  // biome-ignore lint/correctness/useYield: the portal's queries read pages and batches.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Results are not streamed.');
  }

  #sendBegin(): void {
    if (this.#transaction !== 'wanted') return;
    this.#transaction = 'open';
    const begun = this.#ask(this.#begin, []);
    // In that case, what follows ran outside a transaction; nothing may be built on it.
    begun.catch(() => {
      this.isLost = true;
    });
    this.#leaveUnread(begun);
  }

  #leaveUnread(answer: Promise<unknown>): void {
    // Its failure is thrown where the results are read; until then it must not be an unhandled rejection.
    answer.catch(() => undefined);
    this.#unread.push(answer);
  }

  /** The result, or the failure of what was sent before without waiting. */
  async #await(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const [result] = await Promise.allSettled([answer]);
    // Results arrive in the order of the statements: all earlier ones are there by now.
    await this.#readAll();
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }

  async #readAll(): Promise<void> {
    const answers = this.#unread;
    this.#unread = [];
    const failed = (await Promise.allSettled(answers)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  /** What is sent until the program waits goes out in one system call: each would wake PostgreSQL. */
  #gatherWrites(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.client.connection;
    stream.cork();
    // Runs once no promise can go on without a result from outside.
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  async #ask(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const name = this.#care.nameOf(this.client, text);
    const isWithin = this.#transaction !== 'none';
    this.#gatherWrites();
    try {
      if (name === null && values.length === 0) return await this.client.query(text);
      return await this.client.query({ text, values: [...values], ...(name === null ? {} : { name }) });
    } catch (error) {
      const judged = error instanceof Error ? this.#care.judge(this.client, error, name) : error;
      if (!isWithin) throw judged;
      this.#failure ??= judged;
      throw this.#failure;
    }
  }
}
