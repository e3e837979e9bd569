import pg from 'pg';

/** A statement as it goes to PostgreSQL. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  /** Under which PostgreSQL keeps it; see `repeated-statements.ts`. */
  name?: string;
}

/** What `pg` has and does not declare. */
interface Wire {
  submittedNamedStatements: Record<string, string>;
  parsedStatements: Record<string, string>;
  /** Every message of the protocol goes through here. */
  _send(message: Buffer): boolean;
}
interface Answering extends pg.Submittable {
  readonly name: string | undefined;
  readonly text: string;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleCopyInResponse(wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
}

/**
 * Statements that go to PostgreSQL in one piece and are answered in one: one way there and back instead of one for each.
 * This is the pipeline of PostgreSQL's protocol with a single Sync, at the end. PostgreSQL runs them in their order, and
 * none of those behind one that fails.
 */
export class Batch implements pg.Submittable {
  /** The statement that failed, by its place; `null` when none did, or when the connection was lost. */
  failedAt: number | null = null;
  /** Whether PostgreSQL may have got anything of it. */
  isSent = false;
  readonly #queries: readonly Answering[];
  readonly #settle: (error: Error | null, results: pg.QueryResult[]) => void;
  readonly #results: pg.QueryResult[] = [];
  #failure: Error | null = null;
  /** The place of the statement that PostgreSQL is answering. */
  #at = 0;

  /** @param settle Called once: with the error, or with a result for each statement. */
  constructor(
    statements: readonly Statement[],
    settle: (error: Error | null, results: pg.QueryResult[]) => void,
  ) {
    this.#settle = settle;
    this.#queries = statements.map(({ text, values, name }) => {
      const taken = (error: Error | undefined, result: unknown) => {
        if (error === undefined || error === null) this.#results.push(result as pg.QueryResult);
        else this.#failure ??= error;
      };
      const config = {
        text,
        values: [...values],
        queryMode: 'extended',
        ...(name === undefined ? {} : { name }),
      };
      return new pg.Query(config, taken) as unknown as Answering;
    });
  }

  /** `pg` asks for both of the query that is being answered, to remember what PostgreSQL keeps. */
  get name(): string | undefined {
    return this.#queries[this.#at]?.name;
  }

  get text(): string | undefined {
    return this.#queries[this.#at]?.text;
  }

  /** Writes the messages of all statements in one piece. @returns why nothing was written */
  submit(connection: pg.Connection): Error | null {
    const wire = connection as unknown as Wire;
    const messages: Buffer[] = [];
    const gathering = Object.assign(Object.create(connection), {
      stream: {},
      _send: (message: Buffer) => messages.push(message),
      sync: () => undefined,
    });
    for (const query of this.#queries) {
      const refused = (query.submit(gathering) as unknown as Error | null) ?? this.#failure;
      if (refused !== null) {
        this.#forgetUnparsed(wire);
        return refused;
      }
    }
    delete gathering.sync;
    gathering.sync();
    this.isSent = true;
    wire._send(Buffer.concat(messages));
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.#at]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.#at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, wire: Wire): void {
    this.#queries[this.#at]?.handleCommandComplete(message, wire);
    this.#at += 1;
  }

  handleEmptyQuery(): void {
    this.#at += 1;
  }

  handleCopyInResponse(wire: Wire): void {
    this.#queries[this.#at]?.handleCopyInResponse(wire);
  }

  handleReadyForQuery(wire: Wire): void {
    for (const query of this.#queries) query.handleReadyForQuery(wire);
    this.#settle(this.#failure, this.#results);
  }

  handleError(error: Error, wire: Wire): void {
    // An answer that makes no sense is no answer of PostgreSQL's: the connection is lost.
    if (this.isSent && 'severity' in error) this.failedAt = this.#at;
    this.#forgetUnparsed(wire);
    this.#settle(error, []);
  }

  /** What stands behind a failed statement was skipped: PostgreSQL knows no name of it. */
  #forgetUnparsed(wire: Wire): void {
    for (const { name } of this.#queries) {
      if (name !== undefined && !(name in wire.parsedStatements)) delete wire.submittedNamedStatements[name];
    }
  }
}
