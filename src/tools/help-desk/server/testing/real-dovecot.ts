import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { freePort } from '../../../../platform/server/testing/free-port.ts';

const program = '/usr/sbin/dovecot';
/** Dovecot gives no mailbox to root. */
export const nobody = 65_534;

/** Why Dovecot cannot be started here; `null` if it can. */
export function dovecotMissing(): string | null {
  if (process.env.QUAD_PEERS !== '1') return 'QUAD_PEERS is not 1';
  if (process.getuid?.() !== 0) return 'Dovecot needs root';
  return existsSync(program) ? null : 'dovecot-imapd is not installed';
}

/** Debian's Dovecot on a port of this machine, with one mailbox. It stops when the test ends. */
export async function startDovecot(): Promise<{
  url: string;
  /** A Maildir. */
  inbox: string;
  /** Dovecot compares seconds: without it, it would miss what arrived in the same second in which it last looked. */
  notice(): void;
}> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-dovecot-'));
  const inbox = path.join(folder, 'mail');
  for (const name of ['', 'new', 'cur', 'tmp']) mkdirSync(path.join(inbox, name), { recursive: true });
  for (const name of ['', 'new', 'cur', 'tmp']) chownSync(path.join(inbox, name), nobody, nobody);
  chownSync(folder, nobody, nobody);
  const port = await freePort();
  const settings = path.join(folder, 'dovecot.conf');
  writeFileSync(
    settings,
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${inbox}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${folder}
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`,
  );
  const server = spawn(program, ['-F', '-c', settings], { stdio: 'ignore' });
  const ended = once(server, 'exit');
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await vi.waitFor(() => reach(port), { timeout: 15_000, interval: 50 });
  let looks = 0;
  return {
    url: `imap://help:secret@127.0.0.1:${port}`,
    inbox,
    notice() {
      looks += 1;
      const later = Date.now() / 1_000 + 2 * looks;
      utimesSync(path.join(inbox, 'new'), later, later);
    },
  };
}

/** @throws Error Nothing listens on this port of this machine. */
export async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
