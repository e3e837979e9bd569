import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testVirus } from './clamd-server.ts';

const program = '/usr/sbin/clamd';

/** Why the test with ClamAV is not run here; `null` if it is. */
export function whyNoClamd(): string | null {
  if (process.env.QUAD_PEERS !== '1') return 'QUAD_PEERS is not 1';
  return existsSync(program) ? null : 'clamav-daemon is not installed';
}

/** clamd with one signature of our own, since its own come from the internet. It reads a megabyte of a file at most. */
export async function startRealClamd() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-clamd-'));
  const socket = path.join(folder, 'clamd.ctl');
  mkdirSync(path.join(folder, 'db'));
  const signature = `Quad.Test:0:*:${Buffer.from(testVirus).toString('hex')}\n`;
  writeFileSync(path.join(folder, 'db/quad.ndb'), signature);
  const configuration = {
    LocalSocket: socket,
    DatabaseDirectory: path.join(folder, 'db'),
    Foreground: 'yes',
    MaxFileSize: '1M',
    StreamMaxLength: '2M',
    AlertExceedsMax: 'yes',
  };
  const lines = Object.entries(configuration).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(path.join(folder, 'clamd.conf'), lines.join(''));
  const words = [`--config-file=${path.join(folder, 'clamd.conf')}`];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
  const ended = once(child, 'exit');
  for (let tried = 0; !(await answers(socket)); tried += 1) {
    if (tried > 300 || child.exitCode !== null) throw new Error(`clamd does not start: ${said}`);
    await pause(50);
  }
  return {
    socket,
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
