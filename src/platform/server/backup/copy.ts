import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** The part of `pg`'s connection that COPY needs; its types leave it out. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
  readonly stream: Duplex;
}

/** Rows gathered before they are passed on, in bytes; one row may be longer. */
const partSize = 4 * 1024 * 1024;
/** What is sent at a time, in bytes: the buffer of `pg` grows to it. */
const sliceSize = 64 * 1024;

/** The number of rows that PostgreSQL reports at the end: `COPY 1234`. */
function rowsOf({ text }: { text: string }): number {
  return Number(/^COPY (\d+)$/.exec(text)?.[1] ?? Number.NaN);
}

/** What `pg` calls on a statement that runs by itself; COPY OUT and COPY IN treat data differently. */
abstract class CopyStatement {
  readonly ended = Promise.withResolvers<number>();
  readonly text: string;
  protected rows = 0;

  constructor(text: string) {
    this.text = text;
    // The caller that awaits it gets the failure; until then it must not be an unhandled rejection.
    this.ended.promise.catch(() => undefined);
  }

  submit(connection: unknown): void {
    (connection as CopyConnection).query(this.text);
  }

  handleCommandComplete(message: { text: string }): void {
    this.rows = rowsOf(message);
  }

  handleReadyForQuery(): void {
    this.ended.resolve(this.rows);
  }

  handleError(error: Error): void {
    this.ended.reject(error);
  }
}

class CopyOut extends CopyStatement {
  #stream: Duplex | undefined;
  #full: Buffer[] = [];
  #filling = Buffer.allocUnsafe(partSize);
  #filled = 0;
  #wake = Promise.withResolvers<void>();

  override submit(connection: unknown): void {
    this.#stream = (connection as CopyConnection).stream;
    super.submit(connection);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#filled + chunk.length > this.#filling.length) {
      this.#handOver(Math.max(partSize, chunk.length));
      // PostgreSQL waits while we compress and write: memory stays the same for any number of rows.
      this.#stream?.pause();
    }
    // A copy: `pg` reads the next rows into the same memory.
    chunk.copy(this.#filling, this.#filled);
    this.#filled += chunk.length;
  }

  #handOver(nextSize: number): void {
    if (this.#filled > 0) this.#full.push(this.#filling.subarray(0, this.#filled));
    this.#filling = Buffer.allocUnsafe(nextSize);
    this.#filled = 0;
    this.#wake.resolve();
  }

  override handleCommandComplete(message: { text: string }): void {
    super.handleCommandComplete(message);
    this.#handOver(0);
  }

  /** Whole rows, in pieces of about 4 MiB. If the reader stops early, the connection is lost. */
  async *parts(): AsyncGenerator<Buffer, number> {
    let over = false;
    const watch = () => {
      over = true;
      this.#wake.resolve();
    };
    this.ended.promise.then(watch, watch);
    try {
      for (;;) {
        const part = this.#full.shift();
        if (part !== undefined) {
          yield part;
        } else if (over) {
          return await this.ended.promise;
        } else {
          this.#wake = Promise.withResolvers();
          this.#stream?.resume();
          await this.#wake.promise;
        }
      }
    } finally {
      // No one will read the rest, and the connection cannot be used before it has been read.
      if (!over) this.#stream?.destroy();
    }
  }
}

class CopyIn extends CopyStatement {
  readonly #source: AsyncIterable<Buffer>;
  #failed = false;

  constructor(text: string, source: AsyncIterable<Buffer>) {
    super(text);
    this.#source = source;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: Error) => {
      this.ended.reject(error);
      connection.sendCopyFail('The source of the rows failed.');
    });
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { stream } = connection;
    for await (const part of this.#source) {
      for (let at = 0; at < part.length && !this.#failed; at += sliceSize) {
        connection.sendCopyFromChunk(part.subarray(at, at + sliceSize));
        if (stream.writableNeedDrain) await drained(stream);
      }
      if (this.#failed) return;
    }
    connection.endCopyFrom();
  }

  override handleError(error: Error): void {
    this.#failed = true;
    super.handleError(error);
  }
}

function drained(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off('drain', go).off('close', go);
      resolve();
    };
    stream.on('drain', go).on('close', go);
  });
}

/** Runs `COPY ... TO STDOUT`. @returns Its rows in pieces, and at the end their number. */
export function copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer, number> {
  return client.query(new CopyOut(text)).parts();
}

/** Runs `COPY ... FROM STDIN`. @returns The number of rows. @throws What PostgreSQL or the source throws */
export function copyIn(client: pg.ClientBase, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return client.query(new CopyIn(text, source)).ended.promise;
}
