import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Job } from '../../../platform/server/jobs/job.ts';
import { startTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { addDeviceKey, createWifiKey, listDeviceKeys, readWifiKey, revokeWifiKey } from '../contract.ts';
import { createHandOut } from './authority/hostapd/hand-out-job.ts';
import { createSealAgain } from './authority/seal-again-job.ts';
import { wifiKeysServer } from './index.ts';

const old = 'the secret of the tests is long enough';
const fresh = 'the secret that takes its place is long enough';

/** The portal under its first secret, and under others of the same database. */
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

test('a key that no secret opens is made again, and keeps no other from hostapd', async () => {
  const { first, under } = await start();
  const { body: lost } = await (await first.signIn('student')).send(createWifiKey);
  const { body: revoked } = await (await first.signIn('staff')).send(createWifiKey);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-rotation-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'keys');
  const handOut = (server: TestServer) => {
    const { reader, secrets } = server.quad.platform;
    return run(server, createHandOut(reader, secrets, { file, program: 'hostapd_cli' }));
  };
  expect(await handOut(first)).toBe('hostapd has 2 keys.');

  const after = await under(fresh);
  const faculty = await after.signIn('faculty');
  const { body: made } = await faculty.send(createWifiKey);
  const it = await after.signIn('it');
  expect((await it.send(revokeWifiKey, { params: { id: revoked.id } })).status).toBe(200);
  expect(await handOut(after)).toBe('hostapd has 1 key. No secret in QUAD_SECRET opens 1 key.');
  expect(await run(after, createSealAgain(after.quad.platform))).toBe(
    'Encrypted again: 0. No secret opens: 1.',
  );
  const content = await readFile(file, 'utf8');
  expect(content).toContain(` ${made.password}\n`);
  expect(content).not.toContain(revoked.password);

  const student = await after.signIn('student');
  expect((await student.send(readWifiKey)).status).toBe(404);
  const { body: next } = await student.send(createWifiKey);
  expect(next.password).not.toBe(lost.password);
  expect(await student.send(readWifiKey)).toMatchObject({ status: 200, body: next });
  expect(await handOut(after)).toBe('hostapd has 2 keys.');
});
