import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../../../../../platform/server/testing/test-server.ts';
import { createWifiKey, deleteWifiKey } from '../../../contract.ts';
import { wifiKeysServer } from '../../index.ts';
import { pskLines, writePskFile } from './psk-file.ts';

/** A folder with a program that responds like hostapd_cli: FAIL for a file with `bad`, otherwise OK; it records what it was asked. */
function scriptedHostapd() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-hostapd-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file, program, asked] = ['keys', 'hostapd_cli', 'asked'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(
    program,
    `#!/bin/sh
echo "$*" >> '${asked}'
[ "$2" = /run/gone ] && exit 255
grep -q bad '${file}' && echo FAIL || echo OK
`,
  );
  chmodSync(program, 0o700);
  return { folder, asked, settings: { file, program, socket: '/run/hostapd/wlan0' } };
}

const id = '0198a000-0000-7000-8000-00000000000a';

test('hostapd gets a line for each key, is told to read them, and no one else can', async () => {
  const { settings, asked, folder } = scriptedHostapd();
  expect(await writePskFile(settings, pskLines([{ id, password: 'Abcd2345efgh6789' }]))).toBe(true);
  expect(await readFile(settings.file, 'utf8')).toMatch(
    /^#.*\nkeyid=kAZigAAAAcACAAAAAAAAACg 00:00:00:00:00:00 Abcd2345efgh6789\n$/,
  );
  expect(statSync(settings.file).mode & 0o777).toBe(0o600);
  expect(await readFile(asked, 'utf8')).toBe(`-p /run/hostapd -s ${folder} -i wlan0 reload_wpa_psk\n`);
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a file that hostapd refuses is withdrawn, and hostapd reads the former one', async () => {
  const { settings, asked } = scriptedHostapd();
  const good = pskLines([{ id, password: 'Abcd2345efgh6789' }]);
  await writePskFile(settings, good);
  await expect(writePskFile(settings, pskLines([{ id, password: 'bad' }]))).rejects.toThrow(/refused/);
  expect(await readFile(settings.file, 'utf8')).toBe(good);
  expect((await readFile(asked, 'utf8')).trim().split('\n')).toHaveLength(3);
});

test('a hostapd that is down keeps the new file, which it reads when it starts', async () => {
  const { settings } = scriptedHostapd();
  const content = pskLines([{ id, password: 'Abcd2345efgh6789' }]);
  const gone = { ...settings, socket: '/run/gone/wlan0' };
  await expect(writePskFile(gone, content)).rejects.toThrow(/could not be reached/);
  expect(await readFile(settings.file, 'utf8')).toBe(content);
});

test('a new key reaches hostapd, and a deleted one is gone', async () => {
  const { settings } = scriptedHostapd();
  const server = await startTestServer({
    tools: [wifiKeysServer],
    variables: {
      QUAD_WIFI_PSK_FILE: settings.file,
      QUAD_WIFI_HOSTAPD_SOCKET: settings.socket,
      QUAD_WIFI_HOSTAPD_CLI: settings.program,
    },
  });
  const student = await server.signIn('student');
  const holds = (expected: (content: string) => boolean) =>
    vi.waitFor(async () => expect(expected(await readFile(settings.file, 'utf8'))).toBe(true), {
      timeout: 20_000,
      interval: 50,
    });
  const { body: key } = await student.send(createWifiKey);
  await holds((content) => content.includes(` ${key.password}\n`));
  await student.send(deleteWifiKey, { query: { id: key.id } });
  await holds((content) => !content.includes(key.password));
});

test('a file inside the data folder is refused at the start: backups would have the keys', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-inside-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const variables = { QUAD_DATA: folder, QUAD_WIFI_PSK_FILE: path.join(folder, 'keys') };
  await expect(startTestServer({ tools: [wifiKeysServer], variables })).rejects.toThrow(/QUAD_WIFI_PSK_FILE/);
});
