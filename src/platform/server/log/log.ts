import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pino, { type Logger } from 'pino';

/** Opens the log. `to` is a file, or `-` for the standard output. Errors are written with type, message and stack only. */
export function openLog(settings: { to: string; level: string }): Logger {
  if (settings.to !== '-') mkdirSync(path.dirname(settings.to), { recursive: true });
  const destination = pino.destination({ dest: settings.to === '-' ? 1 : settings.to, sync: false });
  // A full disk or a closed pipe must not end the portal: the service goes on without lines.
  destination.on('error', () => undefined);
  return pino(
    {
      level: settings.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, req: () => undefined, res: () => undefined },
    },
    destination,
  );
}

/** `pg` puts row values into `detail` and parameters into others; only what names no person is kept. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack };
}
