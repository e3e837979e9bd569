import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ScriptedServer } from '../../../platform/server/ldap/testing/scripted-server.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { directoryServer } from './index.ts';
import { campusWithLdap } from './testing/campus-with-ldap.ts';
import { confirmationOf } from './testing/readings-of-ldap.ts';

const service = { dn: 'cn=quad,dc=sawtooth,dc=example', password: 'service password' };
const patience = { timeout: 20_000, interval: 100 };

/** A portal that starts beside a directory server for the first time. @param employees How many people are there */
async function startBeside(employees: number) {
  const ldap = new ScriptedServer();
  await ldap.open();
  onTestFinished(() => ldap.close());
  ldap.passwords.set(service.dn, service.password);
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c00' } })
    .jpeg()
    .toBuffer();
  for (let number = 1; number <= employees; number += 1)
    ldap.add(`uid=p${number},ou=people,dc=sawtooth,dc=example`, {
      objectClass: ['inetOrgPerson'],
      employeeNumber: [`E${number}`],
      sn: ['Lorne'],
      jpegPhoto: number === 1 ? [photo] : [],
    });
  const campus = campusWithLdap({
    url: `ldap://127.0.0.1:${ldap.port}`,
    bindDn: service.dn,
    attributes: { photo: 'jpegPhoto' },
  });
  onTestFinished(campus.remove);
  const server = await startTestServer({
    tools: [directoryServer],
    campusFolder: campus.folder,
    variables: { QUAD_DIRECTORY_SECRET: service.password },
  });
  const { pool } = server.database;
  const hasRead = (state: string) =>
    vi.waitFor(async () => {
      const { rows } = await pool.query('select state, source from directory_runs');
      expect(rows).toEqual([{ state, source: 'ldap' }]);
    }, patience);
  const hasPhotos = () =>
    vi.waitFor(async () => {
      const { rows } = await pool.query('select record_key from directory_photos where photo is not null');
      expect(rows).toEqual([{ record_key: 'E1' }]);
    }, patience);
  return { server, pool, hasRead, hasPhotos };
}

test('the first start reads the directory server and its photos at once, not at their times', async () => {
  const { pool, hasRead, hasPhotos } = await startBeside(1);
  await hasRead('applied');
  await hasPhotos();
  const { rows } = await pool.query('select data from jobs.schedule');
  expect(JSON.stringify(rows)).not.toContain(service.password);
});

test('photos are read once IT has confirmed the first reading, however late, and until then nothing fails', async () => {
  const { server, pool, hasRead, hasPhotos } = await startBeside(60);
  await hasRead('waiting');
  const photosJobs = async () =>
    (await pool.query("select state from jobs.job where name = 'directory.photos'")).rows;
  await vi.waitFor(async () => expect(await photosJobs()).toEqual([{ state: 'completed' }]), patience);
  const it = await server.signIn('it');
  const { waiting } = (await it.send(calls.readDirectoryState)).body.data;
  expect((await it.send(calls.confirmRun, confirmationOf(waiting))).status).toBe(200);
  await hasPhotos();
});
