import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { exportLinks, type LinkOrder, linkOrders, listLinks } from '../contract.ts';
import { shortLinksServer } from './index.ts';
import { insertLinkAt } from './testing/insert-link.ts';

let server: TestServer;
let it: TestClient;

interface Model {
  name: string;
  visits: number;
  expires: string | null;
}
/** Many have as many visits as others, or the same day of expiry. */
const model: Model[] = Array.from({ length: 23 }, (_, index) => ({
  name: `${index % 2 === 0 ? 'Map' : 'info'}-${(index * 7) % 23}`,
  visits: index % 4,
  expires: [null, '2024-05-01T06:00:00.000Z', '2099-05-01T06:00:00.000Z'][index % 3] ?? null,
}));
const isExpired = ({ expires }: Model) => expires?.startsWith('2024') === true;

beforeAll(async () => {
  server = await createTestServer({ tools: [shortLinksServer] });
  it = await server.signIn('it');
  for (const [index, { name, visits, expires }] of model.entries()) {
    const at = new Date(Date.UTC(2023, 1, 1 + index)).toISOString();
    const id = await insertLinkAt(server.database, at, name, `https://sawtooth.example/${name}`);
    await server.database.pool.query('update short_links set visits = $1, expires_at = $2 where id = $3', [
      visits,
      expires,
      id,
    ]);
  }
});
afterAll(() => server.stop());

async function readAll(query: { sort?: LinkOrder; state?: 'active' | 'expired'; search?: string }) {
  const rows = [];
  for (let page = 1; ; page += 1) {
    const { body } = await it.send(listLinks, { query: { ...query, page, pageSize: 5 } });
    rows.push(...body.data);
    if (page >= body.meta.pages) return { rows, total: body.meta.total };
  }
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const compare: Readonly<Record<string, (one: Model, other: Model) => number>> = {
  shortUrl: (one, other) => byText(one.name.toLowerCase(), other.name.toLowerCase()),
  visits: (one, other) => one.visits - other.visits,
  expirationDate: (one, other) => byText(one.expires ?? '9999', other.expires ?? '9999'),
};

describe.each(linkOrders.map((sort) => [sort]))('the order %s', (sort) => {
  test.each([[undefined], ['active'], ['expired']] as const)('of links that are %s', async (state) => {
    const { rows, total } = await readAll({ sort, ...(state === undefined ? {} : { state }) });
    const wanted = model.filter((link) => state === undefined || isExpired(link) === (state === 'expired'));
    expect(total).toBe(wanted.length);
    expect(rows.map(({ shortUrl }) => shortUrl).toSorted()).toEqual(
      wanted.map(({ name }) => name).toSorted(),
    );
    const shown = rows.map(({ shortUrl, visits, expirationDate }) => ({
      name: shortUrl,
      visits,
      expires: expirationDate,
    }));
    const by = compare[sort.replace('-', '')];
    const ordered = shown.toSorted((one, other) => (by?.(one, other) ?? 0) * (sort.startsWith('-') ? -1 : 1));
    expect(shown).toEqual(ordered);
  });
});

test('a state alone is listed newest first, even with a search, and exported', async () => {
  const expired = model.filter(isExpired).map(({ name }) => name);
  expect((await readAll({ state: 'expired' })).rows.map(({ shortUrl }) => shortUrl)).toEqual(
    expired.toReversed(),
  );
  const found = await readAll({ state: 'expired', search: 'map' });
  expect(found.rows.map(({ shortUrl }) => shortUrl)).toEqual(
    expired.filter((name) => name.startsWith('Map')).toReversed(),
  );
  const { text } = await it.fetch('GET', `${exportLinks.path}?state=expired`);
  expect(text.trim().split('\r\n')).toHaveLength(expired.length + 1);
});

test('an order or a state that does not exist is refused', async () => {
  for (const query of ['sort=longUrl', 'sort=', 'state=gone']) {
    expect((await it.fetch('GET', `${listLinks.path}?page=1&${query}`)).status).toBe(400);
  }
});
