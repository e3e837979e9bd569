import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import {
  addFileVersion,
  checkUpload,
  downloadFile,
  downloadFileVersion,
  listFiles,
  readFileDetails,
  restoreFileVersion,
} from '../contract.ts';
import { filesServer } from './index.ts';
import { publish, upload } from './testing/publish.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [filesServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());

describe('the groups of a file', () => {
  test.each([
    ['domain-it, DOMAIN-STAFF,Domain-IT', ['Domain-IT', 'Domain-Staff']],
    ['', []],
  ])('%j are %j', async (adGroups, expected) => {
    expect((await publish(it, { adGroups })).authConfig.adGroups).toEqual(expected);
  });

  test.each([
    [',', 'Enter a group.'],
    [' , ', 'Enter a group.'],
    ['   ', 'Enter a group.'],
    ['Domain-IT,', 'Fill in or remove the empty entry.'],
    ['*', expect.stringContaining('Use names of groups')],
    ['CN=Staff,OU=Groups,DC=sawtooth', expect.stringContaining('Use names of groups')],
  ])('%j is refused at the field', async (adGroups, message) => {
    const { status, body } = await upload(it, { adGroups });
    expect([status, body]).toMatchObject([400, { fields: { adGroups: message } }]);
  });

  test('that are not sent at all are refused, and unknown ones need confirmation', async () => {
    const form = { ownerType: 'IT', contentType: 'Guide' } as never;
    const files = { file: { fileName: 'a.txt', content: 'a' } };
    expect((await it.fetch('POST', '/api/files/upload', await multipart(form, files))).status).toBe(400);
    const unknown = await upload(it, { adGroups: 'Domain-Staff,Domain-Stuff' });
    expect([unknown.status, unknown.body]).toMatchObject([
      428,
      { reason: 'unknown-groups', fields: { adGroups: expect.stringContaining('Domain-Stuff') } },
    ]);
    const file = await publish(it, { adGroups: 'Domain-Stuff', confirmed: 'true' });
    expect(file.authConfig.adGroups).toEqual(['Domain-Stuff']);
  });
});

async function multipart(
  form: Record<string, string>,
  files: Record<string, { fileName: string; content: string }>,
) {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.append(name, value);
  for (const [name, { fileName, content }] of Object.entries(files))
    data.append(name, new Blob([content]), fileName);
  const encoded = new Response(data);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}

describe('an address', () => {
  test.each([
    ['10.1.2.3', '10.1.2.3'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['2001:DB8:0::1', '2001:db8::1'],
    ['::ffff:10.1.2.3, 10.1.2.3/32', '10.1.2.3'],
  ])('%s is read as %s', async (ipAddresses, network) => {
    expect((await publish(it, { ipAddresses })).authConfig.ipAddresses).toEqual([network]);
  });

  test.each([
    ['10.1.2', '"10.1.2" is neither an IP address nor a network, such as 10.20.0.0/16.'],
    ['010.1.2.3', '"010.1.2.3" is neither an IP address nor a network, such as 10.20.0.0/16.'],
    ['10.1.2.3/8', '"10.1.2.3/8" is an address within a network. Use 10.0.0.0/8 or 10.1.2.3.'],
    ['10.0.0.0/33', 'After the "/" of "10.0.0.0/33", use a number from 1 to 32.'],
    ['0.0.0.0/0', 'After the "/" of "0.0.0.0/0", use a number from 1 to 32.'],
    ['::/64', '"::/64" means every IPv4 address. Write an IPv4 network as 10.20.0.0/16.'],
    ['10.0.0.1,', 'Fill in or remove the empty entry.'],
  ])('%s is refused with the reason', async (ipAddresses, message) => {
    const { status, body } = await upload(it, { ipAddresses });
    expect([status, body]).toMatchObject([400, { fields: { ipAddresses: message } }]);
  });
});

test.each([
  ['Domain-Faculty,Domain-Staff', '10.0.0.0/8', 'For faculty and staff, on campus only.'],
  ['', '', 'For everyone who is signed in.'],
  ['Domain-FGD', '203.0.113.0/24', 'For Domain-FGD, only from 203.0.113.0/24.'],
  ['Domain-FGD', '10.1.2.3,10.2.0.0/16', 'For Domain-FGD, on campus only.'],
])('who can see a file for %j from %j is a sentence', async (adGroups, ipAddresses, sentence) => {
  expect((await publish(it, { adGroups, ipAddresses })).audience).toBe(sentence);
});

test('a department or a committee that owns a file needs its name, which is in the path', async () => {
  const nameless = await upload(it, { ownerType: 'Department', department: ' ' });
  expect(nameless.body).toMatchObject({ fields: { department: 'Enter the department.' } });
  const wordless = await upload(it, { ownerType: 'Department', department: '!!!' });
  expect(wordless.body).toMatchObject({ fields: { department: 'Enter the department.' } });
  const empty = { ownerType: 'Committee', committee: '', contentType: '', adGroups: 'Domain-Staff' };
  const { body } = await it.fetch(
    'POST',
    '/api/files/upload',
    await multipart(empty, { file: { fileName: 'a.txt', content: 'a' } }),
  );
  expect(body).toMatchObject({
    fields: { committee: 'Enter the committee.', contentType: 'Choose what it is.' },
  });
  const file = await publish(it, {
    ownerType: 'Department',
    department: 'Mail & Copy Center',
    fileName: 'Prices.txt',
  });
  expect([file.filepath, file.department]).toEqual([
    '/department/mail-copy-center/Prices.txt',
    'Mail & Copy Center',
  ]);
});

describe('a file that is already there', () => {
  const content = async (id: string) => (await it.send(downloadFile, { params: { id } })).text;

  test('gets a new version only when that is intended; its link and its name stay', async () => {
    const first = await publish(it, { fileName: 'Plan.txt', content: 'one' });
    const another = await publish(it, { fileName: 'Another.txt', content: 'another' });
    const again = await upload(it, { fileName: 'plan.txt', content: 'two' });
    expect([again.status, again.body]).toMatchObject([409, { reason: 'path-taken' }]);
    const query = { ownerType: 'IT', contentType: 'Guide', adGroups: '', fileName: 'Plan.txt' } as const;
    const { body } = await it.send(checkUpload, { query });
    expect(body.data.taken).toMatchObject({ _id: first._id, mayAddVersion: true });

    const second = await publish(it, { fileName: 'Plan.txt', content: 'two', asVersion: 'true' });
    expect([second._id, second.currentVersion, second.originalFilename]).toEqual([first._id, 2, 'Plan.txt']);
    expect(await content(first._id)).toBe('two');
    const params = { id: first._id, number: 1 };
    expect((await it.send(downloadFileVersion, { params })).text).toBe('one');
    expect((await it.send(restoreFileVersion, { params })).body.data.currentVersion).toBe(1);
    expect(await content(first._id)).toBe('one');
    const third = await it.send(addFileVersion, {
      params: { id: first._id },
      files: { file: { fileName: 'other.TXT', content: 'three' } },
    });
    expect([third.body.data.currentVersion, await content(first._id)]).toEqual([3, 'three']);
    const other = await it.send(addFileVersion, {
      params: { id: first._id },
      files: { file: { fileName: 'plan.pdf', content: 'x' } },
    });
    expect([other.status, other.body]).toMatchObject([400, { reason: 'other-kind' }]);
    expect(await content(another._id)).toBe('another');
    const { data } = (await it.send(readFileDetails, { params: { id: another._id } })).body;
    expect(data).toMatchObject({ currentVersion: 1, version: another.version });
  });

  test('is published once by twenty uploads at once, and once by a repeated one', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(it, { fileName: 'Race.txt' })));
    expect(
      answers
        .map(({ status }) => status)
        .toSorted()
        .slice(0, 2),
    ).toEqual([201, 409]);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await upload(it, { fileName: 'Twice.txt', headers });
    const second = await upload(it, { fileName: 'Twice.txt', headers });
    expect([second.status, second.text]).toEqual([201, first.text]);
    const { rows } = await server.database.pool.query(
      `select count(*)::int as files, (select count(*)::int from stored_files) - (select count(*)::int from file_versions) as unnamed
       from files where original_filename in ('Race.txt', 'Twice.txt')`,
    );
    expect(rows).toEqual([{ files: 2, unnamed: 0 }]);
  });
});

test.each([
  ['is empty', { content: '' }, { file: expect.stringContaining('is empty.') }],
  [
    'has a name of 300 characters',
    { fileName: `${'n'.repeat(296)}.txt` },
    { file: expect.stringContaining('too long') },
  ],
])('a file that %s is refused at its field', async (_what, sent, fields) => {
  const { status, body } = await upload(it, sent);
  expect([status, body]).toMatchObject([400, { fields }]);
});

test('a name with control characters is kept as it is, without marks that turn its ending around', async () => {
  const { originalFilename } = await publish(it, { fileName: 'a\u202egnp.\u2066\u0007txt' });
  expect(originalFilename).toBe('agnp.\u0007txt');
  const { body } = await it.send(listFiles, { query: { page: 1, originalFilename: 'AGNP' } });
  expect(body.data.map((file) => file.originalFilename)).toEqual([originalFilename]);
});

test('a name with separate accents, as a Mac sends it, is the same name', async () => {
  const decomposed = 'Re\u0301sume\u0301.txt';
  const { _id, originalFilename, filepath } = await publish(it, { fileName: decomposed });
  expect([originalFilename, filepath]).toEqual(['R\u00e9sum\u00e9.txt', '/it/R\u00e9sum\u00e9.txt']);
  const { body } = await it.send(listFiles, { query: { page: 1, originalFilename: 'r\u00e9sum\u00e9' } });
  expect(body.data.map((file) => file._id)).toEqual([_id]);
  const check = { ownerType: 'IT', contentType: 'Guide', adGroups: 'Domain-Staff' } as const;
  const checked = await it.send(checkUpload, { query: { ...check, fileName: decomposed } });
  expect(checked.body.data.taken).toMatchObject({ _id });
  expect((await upload(it, { fileName: originalFilename })).body).toMatchObject({ reason: 'path-taken' });
});

test('a file is found by words of its name, whatever kind of space is between them', async () => {
  // As a Mac names a screenshot: with a narrow space that breaks no line.
  const { _id } = await publish(it, { fileName: 'Screenshot at 7.14.05\u202fPM.txt' });
  for (const originalFilename of ['7.14.05 pm', 'PM.txt, screenshot']) {
    const { body } = await it.send(listFiles, { query: { page: 1, originalFilename } });
    expect(body.data.map((file) => file._id)).toEqual([_id]);
  }
});

test('a college may allow less than the call declares', async () => {
  const { _id: id } = await publish(it, { fileName: 'small.txt' });
  const params = { id };
  const large = new Uint8Array(100 * 1024 * 1024 + 1);
  const refused = await it.send(addFileVersion, {
    params,
    files: { file: { fileName: 'small.txt', content: large } },
  });
  expect([refused.status, refused.body]).toMatchObject([
    413,
    { fields: { file: 'small.txt is larger than 100 MB.' } },
  ]);
});
