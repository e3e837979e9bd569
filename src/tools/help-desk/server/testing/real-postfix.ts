import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished, vi } from 'vitest';
import { freePort } from '../../../../platform/server/testing/free-port.ts';
import { nobody, reach } from './real-dovecot.ts';

const program = '/usr/sbin/postfix';

/** Why Postfix cannot be started here; `null` if it can. */
export function postfixMissing(): string | null {
  if (process.env.QUAD_PEERS !== '1') return 'QUAD_PEERS is not 1';
  if (process.getuid?.() !== 0) return 'Postfix needs root';
  return existsSync(program) ? null : 'postfix is not installed';
}

const services = ['rewrite', 'error', 'retry', 'proxymap', 'verify'] as const;
const daemons: Readonly<Record<string, string>> = { rewrite: 'trivial-rewrite', retry: 'error' };

/**
 * Debian's Postfix on a port of this machine, for one domain. It stops when the test ends.
 * @param inboxes Folders (Maildir) by address; what goes to any other address of the domain is in `others`
 */
export async function startPostfix(
  domain: string,
  inboxes: Readonly<Record<string, string>>,
): Promise<{ url: string; others: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-postfix-'));
  // Its processes run as a different user.
  chmodSync(folder, 0o755);
  const [queue, data, others] = [
    path.join(folder, 'queue'),
    path.join(folder, 'data'),
    path.join(folder, 'others'),
  ];
  for (const name of [queue, data, others]) mkdirSync(name);
  chownSync(others, nobody, nobody);
  execFileSync('chown', ['postfix', data]);
  const port = await freePort();
  const boxes = Object.entries(inboxes).map(([address, inbox]) => `{${address} = ${inbox}/}`);
  writeFileSync(
    path.join(folder, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${data}
maillog_file = /dev/stdout
myhostname = mail.${domain}
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
default_transport = error
virtual_mailbox_domains = ${domain}
virtual_mailbox_base = /
virtual_mailbox_maps = inline:{${boxes.join(', ')}}, static:${others}/
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
alias_maps =
`,
  );
  writeFileSync(
    path.join(folder, 'master.cf'),
    [
      `127.0.0.1:${port} inet n - n - - smtpd`,
      'postlog unix-dgram n - n - 1 postlogd',
      'cleanup unix n - n - 0 cleanup',
      'qmgr unix n - n 300 1 qmgr',
      ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
      ...services.map((name) => `${name} unix - - n - - ${daemons[name] ?? name}`),
      'virtual unix - n n - - virtual',
      'anvil unix - - n - 1 anvil',
      '',
    ].join('\n'),
  );
  const server = spawn(program, ['-c', folder, 'start-fg'], { stdio: 'ignore' });
  const ended = once(server, 'exit');
  onTestFinished(async () => {
    // The program that was started here is only a wrapper around it.
    await promisify(execFile)(program, ['-c', folder, 'stop']);
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await vi.waitFor(() => reach(port), { timeout: 30_000, interval: 100 });
  return { url: `smtp://127.0.0.1:${port}`, others };
}
