import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pingHostapd, pskLines, writePskFile } from './psk-file.ts';

const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
const found = (name: string) => folders.map((folder) => path.join(folder, name)).find(existsSync);
const [daemon, program] = [found('hostapd'), found('hostapd_cli')];

/** hostapd without a radio: it reads the file and answers its control socket. */
async function startHostapd(binary: string) {
  // Not in /tmp, which one of the tests hides.
  const folder = mkdtempSync('/var/tmp/quad-hostapd-');
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
  return { folder, file, socket: path.join(control, 'lo') };
}

// Debian has it in the package `hostapd`; if it isn't installed, there is nothing to try.
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
    await pingHostapd(settings);
    await expect(pingHostapd({ ...settings, socket: `${settings.socket}-none` })).rejects.toThrow(
      /does not answer/,
    );
  },
);

const ownTmp = [
  '--user',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs none /tmp && exec "$0" "$@"',
];
const canHideTmp = spawnSync('unshare', [...ownTmp, 'true']).status === 0;

test.skipIf(daemon === undefined || program === undefined || !canHideTmp)(
  "hostapd's answer arrives in a service that has its own /tmp",
  async () => {
    const { folder, file, socket } = await startHostapd(daemon ?? '');
    const wrapper = path.join(folder, 'in-own-tmp');
    const words = ownTmp.map((word) => `'${word}'`).join(' ');
    writeFileSync(wrapper, `#!/bin/sh\nexec unshare ${words} ${program} "$@"\n`);
    chmodSync(wrapper, 0o700);
    const lines = pskLines([{ id: '0198a000-0000-7000-8000-00000000000a', password: 'Abcd2345efgh6789' }]);
    expect(await writePskFile({ file, socket, program: wrapper }, lines)).toBe(true);
    expect(await readFile(file, 'utf8')).toBe(lines);
  },
);
