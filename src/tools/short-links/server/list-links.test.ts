import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const add = (shortUrl: string, longUrl = 'https://www.sawtooth.example/') =>
  it.send(calls.createLink, { body: { shortUrl, longUrl } });

describe('the list', () => {
  test('searches both addresses, in any case, and treats pattern characters literally', async () => {
    await add('find_me', 'https://a.example/100%25');
    await add('findXme', 'https://a.example/percent');
    const find = async (search: string) => {
      const { body } = await it.send(calls.listLinks, { query: { page: 1, search } });
      return body.data.map(({ shortUrl }) => shortUrl).sort();
    };
    expect(await find('find_')).toEqual(['find_me']);
    expect(await find('FINDX')).toEqual(['findXme']);
    expect(await find('%25')).toEqual(['find_me']);
    expect(await find('\\')).toEqual([]);
    expect(await find('/PERCENT')).toEqual(['findXme']);
    expect(await find('%')).not.toContain('findXme');
  });

  test('is paged, newest first, with true totals and no row twice', async () => {
    for (let n = 0; n < 7; n += 1) await add(`paged-${n}`);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        it.send(calls.listLinks, { query: { page, pageSize: 3, search: 'paged-' } }),
      ),
    );
    expect(pages.map(({ body }) => body.meta)).toEqual(
      [1, 2, 3, 4].map((page) => ({ pages: 3, total: 7, page, pageSize: 3 })),
    );
    const names = pages.flatMap(({ body }) => body.data.map(({ shortUrl }) => shortUrl));
    expect(names).toEqual(['paged-6', 'paged-5', 'paged-4', 'paged-3', 'paged-2', 'paged-1', 'paged-0']);
  });

  test.each([
    'page=abc',
    'page=-1',
    'page=0',
    'page=1.5',
    'page=1&page=2',
    'page=',
    'pageSize=0',
    'pageSize=1e9',
  ])('with ?%s falls back and is not an error', async (query) => {
    expect((await it.fetch('GET', `/api/redirects?${query}`)).status).toBe(200);
  });

  test('far past the end is empty and says how many pages there are', async () => {
    const { body } = await it.send(calls.listLinks, { query: { page: 999_999_999, pageSize: 100 } });
    expect(body.data).toEqual([]);
    expect(body.meta.pages).toBeGreaterThan(0);
  });

  test('refuses a search longer than any address', async () => {
    expect((await it.send(calls.listLinks, { query: { page: 1, search: 'x'.repeat(10_000) } })).status).toBe(
      400,
    );
  });
});

test('visits per day cover every day of the period in the college time zone', async () => {
  const { _id: id } = (await add('visited')).body.data;
  await it.fetch('GET', '/r/visited');
  await it.fetch('GET', '/api/r/VISITED');
  const read = () => it.send(calls.readLinkVisits, { params: { id }, query: { days: 7 } });
  await expect.poll(async () => (await read()).body.data.at(-1)?.visits, { timeout: 3_000 }).toBe(2);
  const { data } = (await read()).body;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Boise' }).format(new Date());
  expect(data).toHaveLength(7);
  expect(data.at(-1)?.day).toBe(today);
  expect(data.slice(0, -1).every(({ visits }) => visits === 0)).toBe(true);
  const { rows } = await sql<{ visits: number }>`select visits from short_links where id = ${id}`.execute(
    server.database.database,
  );
  expect(rows).toEqual([{ visits: 2 }]);
});
