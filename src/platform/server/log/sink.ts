import { closeSync, write, writeSync } from 'node:fs';

/** Takes the lines of the log. */
export interface Sink {
  write(line: string): void;
  /** Writes what is left, or gives up on it: called when the process ends. */
  end(): void;
}

/** Lines that cannot be written are kept up to this size, in characters; anything beyond is lost. */
const maxKept = 1024 * 1024;
/** Between two tries while the log cannot be written, in milliseconds. */
const retryPause = 1_000;

/**
 * Writes lines into an open file or pipe, one piece at a time in the background. A full disk or a closed pipe
 * never ends, blocks or bloats the process: the newest lines are dropped, and the alarm says so once.
 * @param alarm Gets a sentence when lines cannot be written.
 */
export function createSink(file: number, alarm: (sentence: string) => void): Sink {
  let waiting: string[] = [];
  let size = 0;
  /** What is being written, or could not be written yet. */
  let piece = Buffer.alloc(0);
  let busy = false;
  let failing = false;
  let lost = 0;

  function next(): void {
    if (piece.length === 0) {
      if (waiting.length === 0) return;
      piece = Buffer.from(waiting.join(''));
      waiting = [];
      size = 0;
    }
    busy = true;
    write(file, piece, (error, written) => {
      busy = false;
      if (error !== null) return fail(error);
      recover();
      piece = piece.subarray(written);
      next();
    });
  }

  function fail(error: NodeJS.ErrnoException): void {
    if (!failing) alarm(`The log cannot be written (${error.code}). Quad keeps running without it.`);
    failing = true;
    busy = true;
    const timer = setTimeout(() => {
      busy = false;
      next();
    }, retryPause);
    timer.unref();
  }

  function recover(): void {
    if (!failing) return;
    failing = false;
    alarm(`The log is being written again; ${lost} lines were lost.`);
    lost = 0;
  }

  return {
    write(line) {
      if (size + line.length > maxKept) {
        lost += 1;
        return;
      }
      waiting.push(line);
      size += line.length;
      if (!busy) next();
    },
    end() {
      // What is being written in the background may be written twice; better than not at all.
      const rest = Buffer.concat([piece, Buffer.from(waiting.join(''))]);
      try {
        for (let at = 0; at < rest.length; ) at += writeSync(file, rest, at);
        if (file > 2) closeSync(file);
      } catch {
        // There is no one left to notify.
      }
    },
  };
}
