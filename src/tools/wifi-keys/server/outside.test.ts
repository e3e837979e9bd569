import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tryOutside } from '../../../platform/server/testing/try-outside.ts';
import { startFakeXiq, token, userGroup } from './authority/xiq/testing/fake-xiq.ts';
import { wifiKeysServer } from './index.ts';

test('the check of the settings tries the ExtremeCloud IQ token, and creates no user', async () => {
  const xiq = await startFakeXiq();
  const look = (given: string) =>
    tryOutside(wifiKeysServer, {
      variables: { QUAD_XIQ_TOKEN: given, QUAD_XIQ_USER_GROUP: userGroup, QUAD_XIQ_URL: xiq.url },
    });
  expect(await look(token)).toEqual(['ExtremeCloud IQ: it accepts this token']);
  const advice = 'Check QUAD_XIQ_TOKEN, QUAD_XIQ_USER_GROUP, and QUAD_XIQ_URL.';
  expect(await look('zzwrongzz')).toEqual([`FAILED ExtremeCloud IQ: It refused a request (401). ${advice}`]);
  xiq.mood.now = 'silent';
  expect(await look(token)).toEqual([
    `FAILED ExtremeCloud IQ: It did not answer (UND_ERR_SOCKET). ${advice}`,
  ]);
  expect(xiq.users).toEqual([]);
});

test('the check of the settings asks hostapd whether it is there, and writes no file', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-hostapd-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = path.join(folder, 'cli');
  const says = (line: string) => {
    writeFileSync(program, `#!/bin/sh\necho "$@" > ${folder}/asked\necho ${line}\n`);
    chmodSync(program, 0o700);
  };
  const look = (variables: Record<string, string> = {}) =>
    tryOutside(wifiKeysServer, {
      variables: {
        QUAD_WIFI_PSK_FILE: path.join(folder, 'keys'),
        QUAD_WIFI_HOSTAPD_CLI: program,
        ...variables,
      },
    });
  const socket = { QUAD_WIFI_HOSTAPD_SOCKET: '/run/hostapd/wlan0' };
  expect(await look()).toEqual(['hostapd: the folder of its file can be written to']);
  says('PONG');
  expect(await look(socket)).toEqual(['hostapd: it answers']);
  says('FAIL');
  expect(await look(socket)).toEqual([expect.stringMatching(/^FAILED hostapd: It does not answer\./)]);
  expect(await look({ QUAD_WIFI_PSK_FILE: path.join(folder, 'none', 'keys') })).toEqual([
    `FAILED hostapd: Quad can't write to ${folder}/none, the folder of QUAD_WIFI_PSK_FILE.`,
  ]);
});
