import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import {
  changeFile,
  deleteFile,
  downloadFile,
  eraseFile,
  listFiles,
  readFileDetails,
  restoreFile,
  withdrawFile,
} from '../contract.ts';
import { filesServer } from './index.ts';
import { publish, restore, upload } from './testing/publish.ts';

let server: TestServer;
let it: TestClient;
let dataFolder = '';

beforeAll(async () => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-files-'));
  server = await createTestServer({ tools: [filesServer], variables: { QUAD_DATA: dataFolder } });
  it = await server.signIn('it');
});
afterAll(async () => {
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

const download = (id: string) => it.send(downloadFile, { params: { id } });

test('a file is deleted, restored, withdrawn, published again; its page says who did it', async () => {
  const file = await publish(it);
  const params = { id: file._id };
  expect((await it.send(deleteFile, { params })).status).toBe(204);
  expect((await it.send(deleteFile, { params })).status).toBe(404);
  expect((await download(file._id)).status).toBe(404);
  const listed = await it.send(listFiles, { query: { page: 1, state: 'deleted' } });
  expect(listed.body.data.find(({ _id }) => _id === file._id)).toMatchObject({
    state: 'deleted',
    endedBy: 'Iris Thornwell',
    can: { delete: false, restore: true },
  });
  expect((await restore(it, file._id)).body.data.state).toBe('published');
  expect((await download(file._id)).status).toBe(200);
  expect((await it.send(withdrawFile, { params })).body.data).toMatchObject({
    state: 'withdrawn',
    goneAt: null,
  });
  expect((await download(file._id)).status).toBe(404);
  expect((await it.send(withdrawFile, { params })).status).toBe(409);
  const { body } = await it.send(readFileDetails, { params });
  expect(body.data.history.map(({ action, by }) => [action, by])).toEqual(
    ['withdraw', 'restore', 'delete', 'upload'].map((verb) => [`file.${verb}`, 'Iris Thornwell']),
  );
  expect(body.data.downloads).toMatchObject([{ by: 'Iris Thornwell', number: 1 }]);
});

test.each(['withdrawn', 'retired'] as const)(
  'what was %s before it was deleted is so again after an undo, and is published by the next one',
  async (state) => {
    const file = await publish(it);
    const params = { id: file._id };
    await server.database.pool.query(
      `update files set ended = $2, ended_at = now(), ended_by = 'Quad' where id = $1`,
      [file._id, state],
    );
    expect((await it.send(deleteFile, { params })).status).toBe(204);
    const undone = await restore(it, file._id);
    expect(undone.body.data).toMatchObject({ state, endedBy: 'Iris Thornwell' });
    expect((await download(file._id)).status).toBe(404);
    expect((await restore(it, file._id)).body.data.state).toBe('published');
    expect((await download(file._id)).status).toBe(200);
    expect((await it.send(deleteFile, { params })).status).toBe(204);
    expect((await restore(it, file._id)).body.data.state).toBe('published');
  },
);

test('an undo on an outdated page publishes nothing', async () => {
  const { _id: id } = await publish(it);
  const params = { id };
  await it.send(withdrawFile, { params });
  await it.send(deleteFile, { params });
  const { version } = (await it.send(readFileDetails, { params })).body.data;
  const undo = () => it.send(restoreFile, { params, body: { version } });
  expect((await undo()).body.data.state).toBe('withdrawn');
  const again = await undo();
  expect([again.status, again.body]).toMatchObject([409, { reason: 'stale-version' }]);
  // Nor by a program that doesn't say which version it has read.
  const unread = await it.fetch('POST', `/api/files/${id}/restoration`, {
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(unread.status).toBe(400);
  expect((await download(id)).status).toBe(404);
});

test('a deleted file frees its path, and is not restored over another one', async () => {
  const old = await publish(it, { fileName: 'Same.txt' });
  await it.send(deleteFile, { params: { id: old._id } });
  await publish(it, { fileName: 'Same.txt' });
  const back = await restore(it, old._id);
  expect([back.status, back.body]).toMatchObject([409, { reason: 'path-taken' }]);
});

test("what an automation manages can't be changed or deleted by a person, only withdrawn or deleted for good", async () => {
  const file = await publish(it, { ownerType: 'Automation' });
  const params = { id: file._id };
  expect(file.can).toMatchObject({ change: false, delete: false, withdraw: true, erase: true });
  expect((await it.send(deleteFile, { params })).status).toBe(403);
  const body = { contentType: 'Guide', adGroups: '', version: file.version } as const;
  expect((await it.send(changeFile, { params, body })).status).toBe(403);
  const again = await upload(it, {
    ownerType: 'Automation',
    fileName: file.originalFilename,
    asVersion: 'true',
  });
  expect(again.status).toBe(403);
  expect((await it.send(withdrawFile, { params })).status).toBe(200);
});

test('who may have a file can be changed only in its current version', async () => {
  const file = await publish(it);
  const params = { id: file._id };
  const body = { contentType: 'Policy', adGroups: 'Domain-Faculty', version: file.version } as const;
  const changed = await it.send(changeFile, { params, body });
  expect(changed.body.data).toMatchObject({
    audience: 'For faculty.',
    contentType: 'Policy',
    can: { download: false },
  });
  const stale = await it.send(changeFile, { params, body });
  expect([stale.status, stale.body]).toMatchObject([409, { reason: 'stale-version' }]);
});

test('a file that is deleted for good is gone with all its bytes, and the audit log says why', async () => {
  const file = await publish(it, { fileName: 'Salaries.txt' });
  await publish(it, { fileName: 'Salaries.txt', content: 'two', asVersion: 'true' });
  const params = { id: file._id };
  const { rows: names } = await server.database.pool.query<{ stored_name: string }>(
    'select stored_name from file_versions where file_id = $1',
    [file._id],
  );
  expect((await it.send(eraseFile, { params, body: { reason: ' ' } })).status).toBe(400);
  expect((await it.send(eraseFile, { params, body: { reason: 'Published by mistake' } })).status).toBe(204);
  const { rows } = await server.database.pool.query<{ name: string; after: null; sensitive: string | null }>(
    `select before ->> 'original_filename' as name, after, sensitive from audit_entries
     where action = 'file.erase' and subject_id = $1`,
    [file._id],
  );
  // What people write may name anyone, so the reason is encrypted.
  expect(rows).toMatchObject([{ name: 'Salaries.txt', after: null }]);
  expect(JSON.parse(server.quad.platform.secrets.decrypt('audit', rows[0]?.sensitive ?? ''))).toEqual({
    before: null,
    after: { reason: 'Published by mistake' },
  });
  expect(names).toHaveLength(2);
  expect(storedNames()).not.toEqual([]);
  for (const { stored_name } of names) {
    const found = await server.database.pool.query('select from stored_files where name = $1', [stored_name]);
    expect(found.rows).toEqual([]);
    await expect.poll(() => storedNames().includes(stored_name)).toBe(false);
  }
});

function storedNames(): string[] {
  if (!existsSync(dataFolder)) return [];
  return (readdirSync(dataFolder, { recursive: true }) as string[]).map((file) => path.basename(file));
}
