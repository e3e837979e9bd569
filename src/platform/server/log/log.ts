import { mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import pino, { type Logger, type LoggerOptions } from 'pino';
import { describeError } from './describe-error.ts';
import { createSink } from './sink.ts';

const standardOutput = 1;

/** Opens the log. `to` is a file, or `-` for standard output. Errors have type, message and stack only. */
export function openLog(settings: { to: string; level: string }): Logger {
  surviveClosedOutput();
  const sink = createSink(openFile(settings.to), alarm);
  process.once('exit', sink.end);
  return pino(logOptions(settings.level), sink);
}

/** What lines look like, wherever they are written. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
  };
}

/** If the log file cannot be opened, the lines go to standard output: any log is better than none. */
function openFile(to: string): number {
  if (to === '-') return standardOutput;
  try {
    mkdirSync(path.dirname(to), { recursive: true });
    return openSync(to, 'a');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    alarm(`The log file ${to} cannot be opened (${code}). Logging to standard output instead.`);
    return standardOutput;
  }
}

function alarm(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** The reader of our output may be gone; without a listener, that error would end the process. */
function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);
  }
}
