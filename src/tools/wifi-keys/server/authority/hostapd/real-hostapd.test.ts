import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pskLines, writePskFile } from './psk-file.ts';

const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
const found = (name: string) => folders.map((folder) => path.join(folder, name)).find(existsSync);
const [daemon, program] = [found('hostapd'), found('hostapd_cli')];

/** hostapd without a radio: it reads the file and answers its control socket. */
async function startHostapd(binary: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-hostapd-'));
  const [file, control, settings] = ['keys', 'control', 'hostapd.conf'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  writeFileSync(file, pskLines([]));
  writeFileSync(
    settings,
    `driver=none\ninterface=lo\nssid=test\nwpa=2\nwpa_key_mgmt=WPA-PSK\nwpa_psk_file=${file}\nctrl_interface=${control}\n`,
  );
  const running = spawn(binary, [settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    running.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    running.stdout.on('data', (piece: Buffer) => {
      said += piece.toString();
      if (said.includes('AP-ENABLED')) resolve();
    });
    running.on('exit', () => reject(new Error(`hostapd ended: ${said}`)));
  });
  return { file, socket: path.join(control, 'lo') };
}

// Debian has it in the package `hostapd`; where it isn't installed, there is nothing to try.
test.skipIf(daemon === undefined || program === undefined)(
  'a real hostapd takes our file, and refuses one that we then take back',
  async () => {
    const settings = { ...(await startHostapd(daemon ?? '')), program: program ?? '' };
    const id = '0198a000-0000-7000-8000-00000000000a';
    const good = pskLines([
      { id, password: 'Abcd2345efgh6789' },
      { id, password: 'wxyz2345EFGH6789' },
    ]);
    expect(await writePskFile(settings, good)).toBe(true);
    await expect(writePskFile(settings, pskLines([{ id, password: 'short' }]))).rejects.toThrow(/refused/);
    expect(await readFile(settings.file, 'utf8')).toBe(good);
    expect(await writePskFile(settings, good)).toBe(false);
  },
);
