import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../src/platform/server/testing/free-port.ts';
import { type Daemon, handOver, startDaemon, withoutRights } from './daemon.ts';
import { hasCommand } from './machine.ts';
import { password, urlAt } from './own-postgres.ts';
import { temporaryFolder } from './quad.ts';

export function whyNoPgBouncer(): string | null {
  return hasCommand('pgbouncer') ? null : 'there is no pgbouncer';
}

/** PgBouncer in transaction mode in front of a database: each transaction may get a different connection. */
export async function startPgBouncer(postgresPort: number): Promise<Daemon & { url: string }> {
  const folder = await temporaryFolder();
  const users = path.join(folder, 'users');
  const settings = path.join(folder, 'pgbouncer.ini');
  const port = await freePort();
  await writeFile(users, `"quad" "${password}"\n`);
  await writeFile(
    settings,
    `[databases]
postgres = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
server_round_robin = 1
`,
  );
  handOver(folder);
  const daemon = await startDaemon(withoutRights(['pgbouncer', settings]), { port });
  return { ...daemon, url: urlAt(port, 'postgres') };
}
