import { BackupError } from '../platform/server/backup/backup-error.ts';
import { EmbeddedPostgresError, QuadAlreadyRunning } from '../platform/server/db/embedded/errors.ts';
import { UnfitDatabaseError } from '../platform/server/db/fitness.ts';
import { MigrationError, NewerSchemaError } from '../platform/server/db/migrate.ts';
import { StorageUnavailable } from '../platform/server/files/file-storage.ts';
import { sayError } from '../platform/server/log/describe-error.ts';
import { Refusal } from '../platform/server/refusal/refusal.ts';
import { SettingsError } from '../platform/server/settings/mistakes.ts';

/** EX_CONFIG of sysexits.h, which `deploy/quad.service` names: starting again would not help. */
export const wrongSettings = 78;

/** The exit code of a start that failed. */
export function exitCodeOf(error: unknown): number {
  const isFinal = [SettingsError, UnfitDatabaseError, NewerSchemaError].some((kind) => error instanceof kind);
  return isFinal || isWrongOption(error) ? wrongSettings : 1;
}

/** Whether Node refused an option or an argument of the command line. */
function isWrongOption(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

/** Says in a sentence why the start failed; only an unexpected error includes its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (
    error instanceof SettingsError ||
    error instanceof QuadAlreadyRunning ||
    error instanceof EmbeddedPostgresError ||
    error instanceof UnfitDatabaseError ||
    error instanceof BackupError
  ) {
    return error.message;
  }
  if (error instanceof MigrationError) {
    return error.cause instanceof Error ? `${error.message}\n${sayError(error.cause)}` : error.message;
  }
  // Node adds how to pass a file whose name begins with a dash.
  if (isWrongOption(error)) return `${error.message.split('. ')[0]}. Nothing was started.`;
  if (error instanceof StorageUnavailable) return sayCause('The storage for files', error);
  if (error instanceof Refusal && error.kind === 'unavailable') {
    return sayCause('The database', error);
  }
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is in use by another program. Choose another one with PORT or QUAD_METRICS_PORT, for example PORT=4100.`;
  }
  if ('code' in error && error.code === 'EACCES' && 'port' in error) {
    return `This user cannot open port ${String(error.port)}. Choose one above 1023, for example PORT=4100.`;
  }
  return sayError(error);
}

function sayCause(what: string, { details: { cause } }: Refusal): string {
  const said = `${what} cannot be reached${cause instanceof Error ? `: ${cause.message}` : ''}`;
  return /[.?]$/.test(said) ? said : `${said}.`;
}
