import { expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../platform/server/testing/test-server.ts';
import { serverTools } from '../tools/server.ts';
import { fillDemo } from './demo.ts';

test('without room on the disk for the demo files, a start leaves them out, says so, and goes on', {
  tags: 'long',
}, async () => {
  const logLines: Record<string, unknown>[] = [];
  const variables = { QUAD_FILES_KEEP_FREE: '999999 TB' };
  const placePermissions = { 'information-technology.open': 'Open it.' };
  const { quad, database } = await startTestServer({
    tools: serverTools,
    placePermissions,
    variables,
    logLines,
  });
  await fillDemo(quad.platform, serverTools);
  const { rows } = await database.pool.query(
    'select (select count(*)::int from files) as files, (select count(*) > 0 from short_links) as others',
  );
  expect(rows).toEqual([{ files: 0, others: true }]);
  expect(logLines.map(({ msg }) => msg)).toContainEqual(
    expect.stringMatching(/^The demo data of Files was left out/),
  );
});

test('instances that start at once fill the demo college once', { tags: 'long' }, async () => {
  const permissions = { 'information-technology.open': 'Open it.' };
  const options = { tools: serverTools, placePermissions: permissions };
  const alone = await startTestServer(options);
  await fillDemo(alone.quad.platform, serverTools);
  const first = await startTestServer(options);
  const second = await startTestServer({ ...options, database: first.database });
  await Promise.all([first, second].map(({ quad }) => fillDemo(quad.platform, serverTools)));
  const expected = await countRows(alone.database);
  expect(await countRows(first.database)).toEqual(expected);
  expect(Object.values(expected).filter((rows) => rows > 0).length).toBeGreaterThan(10);
});

/** How many rows each table has. */
async function countRows({ pool }: TestServer['database']): Promise<Record<string, number>> {
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ rows: number }>(`select count(*)::int as rows from "${name}"`);
    counts[name] = rows[0]?.rows ?? 0;
  }
  return counts;
}
