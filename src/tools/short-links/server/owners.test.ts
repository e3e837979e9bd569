import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { foldCounts } from '../../../platform/server/list/counts-keeper.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { shortLinks } from '../tool.ts';
import { linkCounts } from './counts.ts';
import { shortLinksServer } from './index.ts';
import { insertLinkAt } from './testing/insert-link.ts';

let server: TestServer;
let it: TestClient;
let mailroom: TestClient;
const longUrl = 'https://example.com/';
const mail = 'Domain-MailCenter';

beforeAll(async () => {
  server = await createTestServer({ tools: [shortLinksServer] });
  it = await server.signIn('it');
  mailroom = await server.signIn('mailroom');
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { body } = await it.send(calls.listLinks, { query: { page: 1, pageSize: 100 } });
  for (const { _id: id } of body.data) await it.send(calls.deleteLink, { params: { id } });
  await expect.poll(openList).toBe(403);
});

const openList = async () => (await mailroom.send(calls.listLinks, { query: { page: 1 } })).status;

async function add(shortUrl: string, ownerGroups: string[] = []) {
  const answer = await it.send(calls.createLink, { body: { shortUrl, longUrl, ownerGroups } });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

async function namesOf(client: TestClient, query: object = {}) {
  const { body } = await client.send(calls.listLinks, { query: { page: 1, ...query } as never });
  return { names: body.data.map(({ shortUrl }) => shortUrl), total: body.meta.total };
}

test('a department manages its own links and learns nothing about any other', async () => {
  const foreign = await add('budget-secret', ['Domain-Business']);
  await add('budget-of-it');
  const own = await add('budget-print', [mail, 'Domain-Staff']);

  for (const query of [
    {},
    { search: 'budget' },
    { sort: 'visits' },
    { state: 'active' },
    { search: 'example' },
  ])
    expect({ query, ...(await namesOf(mailroom, query)) }).toEqual({
      query,
      names: ['budget-print'],
      total: 1,
    });
  expect((await namesOf(mailroom, { search: 'secret' })).total).toBe(0);
  const exported = await mailroom.send(calls.exportLinks, { query: {} });
  expect(exported.text).toContain('budget-print');
  expect(exported.text).not.toMatch(/secret|of-it/);

  const params = { id: own._id };
  const changed = await mailroom.send(calls.changeLink, {
    params,
    body: { longUrl: 'https://example.org/' },
  });
  expect([changed.status, changed.body.data]).toMatchObject([
    200,
    { longUrl: 'https://example.org/', can: { delete: false, setOwners: false } },
  ]);
  for (const call of [calls.readLink, calls.readLinkHistory, calls.readLinkVisits, calls.drawLinkCode]) {
    expect((await mailroom.send(call, { params })).status).toBe(200);
    const unknown = await mailroom.send(call, { params: { id: '0198ab2e-0000-7000-8000-000000000000' } });
    const hidden = await mailroom.send(call, { params: { id: foreign._id } });
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    const said = ({ text }: { text: string }) => text.replace(/"requestId":"[^"]*"/, '');
    expect(said(hidden)).toBe(said(unknown));
  }
  const hidden = await mailroom.send(calls.changeLink, {
    params: { id: foreign._id },
    body: { longUrl, version: 7 },
  });
  expect(hidden.status).toBe(404);
  expect((await mailroom.send(calls.deleteLink, { params })).status).toBe(403);
});

test('a new link of a department is its own, and only IT gives a link to other groups', async () => {
  const { _id: id } = await add('first', [mail]);
  const added = await mailroom.send(calls.createLink, { body: { shortUrl: 'second', longUrl } });
  expect([added.status, added.body.data.ownerGroups]).toEqual([201, [mail]]);
  const foreign = { shortUrl: 'third', longUrl, ownerGroups: ['Domain-Business'] };
  expect((await mailroom.send(calls.createLink, { body: foreign })).body).toMatchObject({
    status: 403,
    reason: 'foreign-owners',
  });
  for (const ownerGroups of [[], [mail, 'Domain-Business']]) {
    const refused = await mailroom.send(calls.changeLink, { params: { id }, body: { longUrl, ownerGroups } });
    expect(refused.body).toMatchObject({ status: 403, reason: 'foreign-owners' });
  }
  const invented = await it.send(calls.changeLink, {
    params: { id },
    body: { longUrl, ownerGroups: ['Nemo'] },
  });
  expect([invented.status, invented.body]).toMatchObject([
    400,
    { fields: { ownerGroups: 'There is no group called Nemo.' } },
  ]);
  const taken = await mailroom.send(calls.createLink, { body: { shortUrl: 'FIRST', longUrl } });
  expect(taken.body).toMatchObject({ status: 409, detail: 'This short URL is already taken.' });
});

test('people whose groups own no links yet are told to ask IT for the first one', async () => {
  const campus = copyCampus(Object.keys(shortLinks.permissions));
  campus.grant('short-links.own', 'Domain-Staff');
  const own = await createTestServer({ tools: [shortLinksServer], campusFolder: campus.folder });
  onTestFinished(async () => {
    await own.stop();
    campus.remove();
  });
  const staff = await own.signIn('staff');
  expect((await staff.send(calls.listOwnerGroups)).body.data).toEqual([]);
  const body = { shortUrl: 'ours', longUrl };
  const refused = await staff.send(calls.createLink, { body });
  expect(refused.body).toMatchObject({ status: 403, reason: 'no-group' });
  expect(refused.body).not.toHaveProperty('fields');
});

test('people whose groups own no link have no page of links, and lose it with the last one', async () => {
  const { _id: id } = await add('theirs', [mail]);
  expect(await openList()).toBe(200);
  const given = { longUrl, ownerGroups: ['Domain-Business'] };
  expect((await it.send(calls.changeLink, { params: { id }, body: given })).status).toBe(200);
  expect((await mailroom.send(calls.readLinkHistory, { params: { id } })).status).not.toBe(200);
  await expect.poll(openList).toBe(403);
  // Who owns it is not part of where it went.
  const history = await it.send(calls.readLinkHistory, { params: { id } });
  expect(history.body.data).toHaveLength(1);
});

test('totals and pages of a department are those of a plain list, whatever is written in between', async () => {
  const kinds = [[], [mail], [mail, 'Domain-Staff'], ['Domain-Business']];
  const model = new Map<string, { name: string; owners: string[]; at: number }>();
  let made = 0;
  const write = fc.record({
    kind: fc.constantFrom('add', 'give', 'remove', 'fold'),
    chance: fc.nat({ max: 999 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 4, maxLength: 10 }), async (writes) => {
      for (const { kind, chance } of writes) {
        const owners = kinds[chance % kinds.length] ?? [];
        const id = [...model.keys()][chance % Math.max(model.size, 1)];
        const { pool } = server.database;
        if (kind === 'add' || id === undefined) {
          made += 1;
          const at = Date.UTC(2025, chance % 5, 1 + (chance % 3));
          const name = `${chance % 2 === 0 ? 'even' : 'odd'}-${made}`;
          const added = await insertLinkAt(server.database, new Date(at).toISOString(), name);
          await pool.query('update short_links set owner_groups = $2 where id = $1', [added, owners]);
          model.set(added, { name, owners, at });
        } else if (kind === 'give') {
          await pool.query('update short_links set owner_groups = $2 where id = $1', [id, owners]);
          model.set(id, { ...(model.get(id) ?? { name: '', at: 0 }), owners });
        } else if (kind === 'remove') {
          await pool.query('delete from short_links where id = $1', [id]);
          model.delete(id);
        } else await foldCounts(linkCounts, server.database.database);
        // A department that owns nothing has no page; this one always owns something.
        const groups = ['Domain-IT', mail];
        server.quad.platform.grantByRows('short-links.own', [{ groups, why: 'owns short links' }]);
        for (const search of ['', 'even'])
          for (const [client, sees] of [
            [mailroom, (one: string[]) => one.includes(mail) || one.includes('Domain-Staff')],
            [it, () => true],
          ] as const) {
            const wanted = [...model]
              .filter(([, { name, owners: of }]) => sees(of) && name.includes(search))
              .toSorted(([one, a], [other, b]) => b.at - a.at || (one < other ? 1 : -1))
              .map(([, { name }]) => name);
            const { names, total } = await namesOf(client, { search, pageSize: 100 });
            expect({ search, total, names }).toEqual({ search, total: wanted.length, names: wanted });
          }
      }
    }),
    { numRuns: 8, seed: 19 },
  );
});
