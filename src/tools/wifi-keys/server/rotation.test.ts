import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Job } from '../../../platform/server/jobs/job.ts';
import { changeMeanwhile } from '../../../platform/server/testing/other-transaction.ts';
import { startTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { addDeviceKey, createWifiKey, listDeviceKeys, readWifiKey, revokeWifiKey } from '../contract.ts';
import { createHandOut } from './authority/hostapd/hand-out-job.ts';
import { createSealAgain } from './authority/seal-again-job.ts';
import { wifiKeysServer } from './index.ts';

const old = 'the secret of the tests is long enough';
const fresh = 'the secret that takes its place is long enough';

/** The portal with its first secret, and with others on the same database. */
async function start() {
  const first = await startTestServer({ tools: [wifiKeysServer], variables: { QUAD_SECRET: old } });
  const under = (...secrets: string[]) =>
    startTestServer({
      tools: [wifiKeysServer],
      database: first.database,
      variables: { QUAD_SECRET: secrets.join(',') },
    });
  return { first, under };
}

function run({ quad: { platform } }: TestServer, job: Job) {
  return job.run({}, { log: platform.log, signal: new AbortController().signal });
}

test('keys outlive the secret that they were encrypted with', async () => {
  const { first, under } = await start();
  const student = await first.signIn('student');
  const { body: key } = await student.send(createWifiKey);
  const { body: device } = await student.send(addDeviceKey, { body: { label: 'TV' } });
  const both = await under(fresh, old);
  const sealAgain = () => run(both, createSealAgain(both.quad.platform));
  expect(await sealAgain()).toBe('Encrypted again: 2. No secret opens: 0.');
  expect(await sealAgain()).toBe('Encrypted again: 0. No secret opens: 0.');

  const after = await (await under(fresh)).signIn('student');
  expect(await after.send(readWifiKey)).toMatchObject({ status: 200, body: key });
  expect((await after.send(listDeviceKeys)).body.data).toEqual([device.data]);
});

test('a key that is revoked while the keys are encrypted again stays without one', async () => {
  const { first, under } = await start();
  await (await first.signIn('student')).send(createWifiKey);
  const both = await under(fresh, old);
  const revoke = `update wifi_keys set revoked_at = now(), revoked_why = 'it', sealed = null`;
  await changeMeanwhile(first.database, revoke, () => run(both, createSealAgain(both.quad.platform)));
  const { rows } = await first.database.pool.query('select sealed from wifi_keys');
  expect(rows).toEqual([{ sealed: null }]);
});

test('a wrong secret takes no key from anyone, and hostapd continues with new ones and without revoked ones', async () => {
  const { first, under } = await start();
  const student = await first.signIn('student');
  const { body: own } = await student.send(createWifiKey);
  await student.send(addDeviceKey, { body: { label: 'TV' } });
  const { body: revoked } = await (await first.signIn('staff')).send(createWifiKey);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-rotation-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'keys');
  const handOut = (server: TestServer) => {
    const { reader, secrets } = server.quad.platform;
    return run(server, createHandOut(reader, secrets, { file, program: 'hostapd_cli' }));
  };
  expect(await handOut(first)).toBe('hostapd has 3 keys.');

  const wrong = await under(fresh);
  const { body: made } = await (await wrong.signIn('faculty')).send(createWifiKey);
  const it = await wrong.signIn('it');
  expect((await it.send(revokeWifiKey, { params: { id: revoked.id } })).status).toBe(200);
  expect(await handOut(wrong)).toBe('hostapd has 3 keys. No secret in QUAD_SECRET opens 2 keys.');
  expect(await run(wrong, createSealAgain(wrong.quad.platform))).toBe(
    'Encrypted again: 0. No secret opens: 2.',
  );
  const content = await readFile(file, 'utf8');
  for (const { password } of [own, made]) expect(content).toContain(` ${password}\n`);
  expect(content).not.toContain(revoked.password);
  const asStudent = await wrong.signIn('student');
  for (const call of [readWifiKey, createWifiKey])
    expect(await asStudent.send(call)).toMatchObject({ status: 409, body: { reason: 'unreadable' } });

  const again = await (await under(fresh, old)).signIn('student');
  expect(await again.send(readWifiKey)).toMatchObject({ status: 200, body: own });

  // If the secret is gone for good.
  const devices = (await asStudent.send(listDeviceKeys)).body.data;
  expect(devices.map(({ label, password }) => [label, password])).toEqual([['TV', null]]);
  const { body: next } = await asStudent.send(createWifiKey, { body: { replaceUnreadable: true } });
  expect(await asStudent.send(readWifiKey)).toMatchObject({ status: 200, body: next });
  expect(next.password).not.toBe(own.password);
  await wrong.database.pool.query(
    `update wifi_keys set expires_at = now() - interval '1 minute', sealed = 'v1.gone.' where kind = 'own'`,
  );
  expect((await asStudent.send(readWifiKey)).status).toBe(404);
});
