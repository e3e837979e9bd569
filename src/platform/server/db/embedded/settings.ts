import { type Folders, port } from './folders.ts';

/** The test files that run at the same time share one PostgreSQL; 97 connections at once have been counted. */
const settingsOfTests = {
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/**
 * PostgreSQL's settings, for a small machine that it shares with the server. They are passed on the command
 * line, so that every start has those of this version of Quad, whatever created the database.
 */
export function settings(folders: Folders, durable: boolean): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: folders.socket,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '100',
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    random_page_cost: '1.1',
    jit: 'off',
    wal_level: 'replica',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: folders.logs,
    // One file for each day of the week; a new week overwrites the last one.
    log_filename: 'postgres-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    log_line_prefix: '%m [%p] ',
    // Details quote rows ("Key (email)=(...) already exists"), and a log contains no personal data.
    log_error_verbosity: 'terse',
    // So do messages ("invalid input syntax ..."). Quad logs each failure itself, without them.
    log_min_messages: 'log',
    ...(durable ? {} : settingsOfTests),
  };
}
