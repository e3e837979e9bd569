import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../src/platform/server/testing/free-port.ts';
import { type Daemon, handOver, startDaemon, withoutRights } from './daemon.ts';
import { hasCommand } from './machine.ts';
import { temporaryFolder } from './quad.ts';

/** The system's PostgreSQL, the way a college runs its own. */
export interface OwnPostgres extends Daemon {
  port: number;
  /** The value of `DATABASE_URL`. */
  url: string;
  version: string;
}

export const password = 'only for this machine and this minute';

/** The folder with the programs of the newest PostgreSQL on the system. */
function programs(): string | null {
  const all = '/usr/lib/postgresql';
  const versions = existsSync(all) ? readdirSync(all).filter((name) => /^\d+$/.test(name)) : [];
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
  const folder = newest === undefined ? null : path.join(all, newest, 'bin');
  return folder !== null && existsSync(path.join(folder, 'initdb')) ? folder : null;
}

/** Why there is none here, as a sentence; `null` when there is one. */
export function whyNoPostgres(): string | null {
  if (programs() === null) return 'there is no PostgreSQL in /usr/lib/postgresql';
  return process.getuid?.() === 0 && !hasCommand('setpriv') ? 'there is no setpriv' : null;
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const bin = programs() ?? '';
  const folder = await temporaryFolder();
  const secret = path.join(folder, 'password');
  await writeFile(secret, password);
  handOver(folder);
  const data = path.join(folder, 'data');
  const initdb = [
    path.join(bin, 'initdb'),
    '-D',
    data,
    '-U',
    'quad',
    '-A',
    'scram-sha-256',
    '--pwfile',
    secret,
  ];
  run([...initdb, '-E', 'UTF8', '--locale=C.UTF-8', '-N']);
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const server = [path.join(bin, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  // SIGINT: it cuts connections instead of waiting for them.
  const daemon = await startDaemon(withoutRights(server), { port, signal: 'SIGINT' });
  const version = execFileSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim();
  return { ...daemon, port, url: urlAt(port, 'postgres'), version };
}

/** The address of a database behind a port, either the pooler's or PostgreSQL's. */
export function urlAt(port: number, database: string): string {
  return `postgresql://quad:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

function run(command: readonly string[]): void {
  const [file = '', ...words] = withoutRights(command);
  execFileSync(file, words, { stdio: 'pipe' });
}
