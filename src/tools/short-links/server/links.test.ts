import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../../platform/contract/problem.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { shortLinksServer } from './index.ts';

let server: TestServer;
let it: TestClient;
beforeAll(async () => {
  server = await createTestServer({ tools: [shortLinksServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());

const add = (shortUrl: string, longUrl = 'https://www.sawtooth.example/', expirationDate?: string | null) =>
  it.send(calls.createLink, {
    body: { shortUrl, longUrl, ...(expirationDate === undefined ? {} : { expirationDate }) },
  });
const problemOf = (answer: { body: unknown }) => answer.body as Problem;
const auditEntries = (action: string) =>
  server.database.database.selectFrom('audit_entries').selectAll().where('action', '=', action).execute();

describe('adding a link', () => {
  test('returns the link as the list shows it, and leaves one audit entry', async () => {
    const before = (await auditEntries('short-link.create')).length;
    const { status, body } = await add('Open-House', ' https://www.sawtooth.example/Open%20House ');
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      shortUrl: 'Open-House',
      longUrl: 'https://www.sawtooth.example/Open%20House',
      visits: 0,
      lastVisitAt: null,
      expirationDate: null,
      expired: false,
      createdBy: 'it@sawtooth.example',
      version: 1,
    });
    const list = await it.send(calls.listLinks, { query: { search: 'open-house' } });
    expect(list.body).toEqual({ data: [], meta: { pages: -1 } });
    const page = await it.send(calls.listLinks, { query: { page: 1, search: 'OPEN-house' } });
    expect(page.body.data).toEqual([body.data]);
    const entries = await auditEntries('short-link.create');
    expect(entries).toHaveLength(before + 1);
    expect(entries.at(-1)).toMatchObject({ actor_name: 'Iris Thornwell', subject_id: body.data._id });
  });

  test('under a name that is taken in any spelling is 409 at the field', async () => {
    await add('taken-name');
    const answer = await add('TAKEN-Name');
    expect(answer.status).toBe(409);
    expect(problemOf(answer)).toMatchObject({
      reason: 'name-taken',
      fields: { shortUrl: expect.any(String) },
    });
  });

  test('50 times at once under one name adds one', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => add('at-once')));
    const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([counts(201), counts(409)]).toEqual([1, 49]);
  });

  test.each(['', ' ', 'a b', 'ä', 'a/b', 'a.b', '../x', 'x'.repeat(65), 'a%20b', 'a\u0000'])(
    'under the name %j is 400 at the field',
    async (shortUrl) => {
      expect(problemOf(await add(shortUrl))).toMatchObject({
        status: 400,
        fields: { shortUrl: expect.any(String) },
      });
    },
  );

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example/',
    '/path',
    'www.sawtooth.example',
    'HTTPS://www.sawtooth.example/',
    'https:\\\\evil.example',
    'https://a.example\\@evil.example/',
    'https://user:password@evil.example/',
    'https://portal@evil.example/',
    'https://@evil.example/',
    'https://a.example/x y',
    'https://a.example/\tx',
    'https://a.example/\u0007',
    'https://',
    'http:evil.example',
    `https://a.example/${'x'.repeat(2_048)}`,
    'http://localhost:3000/r/taken-name',
    'http://LOCALHOST:3000/r/taken-name',
    'http://127.0.0.1:3000/%72/taken-name',
    'http://localhost:3000/x/../r/taken-name',
    'http://localhost:3000//r//taken-name',
    'http://[::1]:3000/api/r/taken-name',
    'http://2130706433:3000/r/taken-name',
  ])('to %s is 400 at the field', async (longUrl) => {
    expect(problemOf(await add('to-nowhere', longUrl))).toMatchObject({
      status: 400,
      fields: { longUrl: expect.any(String) },
    });
  });

  test.each([
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['http://localhost:3000/support', 'http://localhost:3000/support'],
    ['https://a.example/?q=1#part', 'https://a.example/?q=1#part'],
    [`https://a.example/${'x'.repeat(2_048 - 18)}`, `https://a.example/${'x'.repeat(2_030)}`],
  ])('to %s is stored as browsers parse it', async (longUrl, stored) => {
    const { status, body } = await add(`parsed-${Math.random().toString(36).slice(2)}`, longUrl);
    expect([status, body.data.longUrl]).toEqual([201, stored]);
  });

  test.each([
    '2026-02-30T00:00:00Z',
    'tomorrow',
    '2026-11-21',
    '1999-01-01T00:00:00Z',
    '9999-01-01T00:00:00Z',
  ])('until %s is 400 at the field', async (expirationDate) => {
    expect(problemOf(await add('never', 'https://a.example/', expirationDate))).toMatchObject({
      status: 400,
      fields: { expirationDate: expect.any(String) },
    });
  });

  test('never makes the server fetch anything', async () => {
    let contacted = 0;
    const target = createServer((_request, response) => {
      contacted += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => target.once('listening', resolve));
    const address = target.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { body } = await add('watched', `http://127.0.0.1:${port}/latest/meta-data`);
    const params = { id: body.data._id };
    await it.send(calls.listLinks, { query: { page: 1 } });
    await it.send(calls.drawLinkCode, { params });
    await it.send(calls.changeLink, { params, body: { longUrl: `http://127.0.0.1:${port}/other` } });
    await it.fetch('GET', '/r/watched');
    await it.fetch('GET', '/api/r/watched');
    expect(contacted).toBe(0);
    target.close();
  });
});

describe('changing a link', () => {
  test('keeps the old target in its history and increases the version', async () => {
    const created = (await add('moved', 'https://a.example/old')).body.data;
    const params = { id: created._id };
    const changed = await it.send(calls.changeLink, {
      params,
      body: { shortUrl: 'moved', longUrl: 'https://a.example/new', version: 1 },
    });
    expect([changed.status, changed.body.data.longUrl, changed.body.data.version]).toEqual([
      200,
      'https://a.example/new',
      2,
    ]);
    const history = await it.send(calls.readLinkHistory, { params });
    expect(history.body.data.map(({ longUrl }) => longUrl)).toEqual([
      'https://a.example/new',
      'https://a.example/old',
    ]);
  });

  test('to what it is adds nothing to its history, and keeps the version that others have seen', async () => {
    const { _id: id, longUrl } = (await add('same', 'https://a.example/same')).body.data;
    const saved = await it.send(calls.changeLink, { params: { id }, body: { longUrl, version: 1 } });
    expect([saved.status, saved.body.data.version]).toEqual([200, 1]);
    const history = await it.send(calls.readLinkHistory, { params: { id } });
    expect(history.body.data).toHaveLength(1);
  });

  test('from a state that someone else has changed is 409, and of two at once, one wins', async () => {
    const { _id: id } = (await add('raced')).body.data;
    const change = (longUrl: string) =>
      it.send(calls.changeLink, { params: { id }, body: { longUrl, version: 1 } });
    const answers = await Promise.all([change('https://a.example/1'), change('https://a.example/2')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(problemOf(await change('https://a.example/3')).reason).toBe('stale-version');
  });

  test('can be read by its id, even if a filter leaves it out', async () => {
    const { _id: id } = (await add('alone')).body.data;
    const body = { longUrl: 'https://a.example/alone', expirationDate: '2020-01-01T00:00:00Z' };
    const changed = await it.send(calls.changeLink, { params: { id }, body });
    const query = { page: 1, search: 'alone', state: 'active' } as const;
    expect((await it.send(calls.listLinks, { query })).body.data).toEqual([]);
    const { status, body: read } = await it.send(calls.readLink, { params: { id } });
    expect([status, read.data]).toEqual([200, changed.body.data]);
  });

  test('does not rename it', async () => {
    const { _id: id } = (await add('fixed-name')).body.data;
    const body = { shortUrl: 'other-name', longUrl: 'https://a.example/' };
    expect(problemOf(await it.send(calls.changeLink, { params: { id }, body }))).toMatchObject({
      status: 400,
      reason: 'name-fixed',
    });
  });

  test.each(['00000000-0000-7000-8000-000000000000', 'not-an-id', "1' or '1'='1"])(
    '%s is 404',
    async (id) => {
      const body = { longUrl: 'https://a.example/' };
      expect((await it.send(calls.changeLink, { params: { id }, body })).status).toBe(404);
      expect((await it.send(calls.deleteLink, { params: { id } })).status).toBe(404);
      expect((await it.send(calls.readLink, { params: { id } })).status).toBe(404);
      expect((await it.send(calls.readLinkVisits, { params: { id } })).status).toBe(404);
      expect((await it.send(calls.readLinkHistory, { params: { id } })).status).toBe(404);
      expect((await it.send(calls.drawLinkCode, { params: { id } })).status).toBe(404);
    },
  );

  test('to nothing deletes it, once', async () => {
    const { _id: id } = (await add('deleted')).body.data;
    expect((await it.fetch('GET', '/r/deleted')).status).toBe(302);
    expect((await it.send(calls.deleteLink, { params: { id } })).status).toBe(204);
    expect((await it.send(calls.deleteLink, { params: { id } })).status).toBe(404);
    expect((await it.fetch('GET', '/r/deleted')).status).toBe(404);
    expect((await add('deleted')).status).toBe(201);
  });
});

describe('a code to print', () => {
  test.each([
    ['svg', 'image/svg+xml', '<svg'],
    ['png', 'image/png', 'PNG'],
  ] as const)('is %s', async (format, type, sign) => {
    const { _id: id } = (await add(`printed-${format}`)).body.data;
    const { status, headers, text } = await it.send(calls.drawLinkCode, {
      params: { id },
      query: { format },
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain(type);
    expect(text).toContain(sign);
  });
});

test('a student gets 403 from every call that manages links, and nothing happens', async () => {
  const student = await server.signIn('student');
  const params = { id: (await add('not-for-students')).body.data._id };
  const body = { shortUrl: 'by-student', longUrl: 'https://a.example/' };
  const entries = async () =>
    (await server.database.database.selectFrom('audit_entries').select('id').execute()).length;
  const before = await entries();
  const answers = await Promise.all([
    student.send(calls.listLinks, { query: { page: 1 } }),
    student.send(calls.createLink, { body }),
    student.send(calls.changeLink, { params, body }),
    student.send(calls.deleteLink, { params }),
    student.send(calls.readLink, { params }),
    student.send(calls.readLinkHistory, { params }),
    student.send(calls.readLinkVisits, { params }),
    student.send(calls.drawLinkCode, { params }),
    student.send(calls.exportLinks),
    student.send(calls.importLinks, {
      files: { file: { fileName: 'x.csv', content: 'shortUrl,longUrl\n' } },
    }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  expect(await entries()).toBe(before);
});
