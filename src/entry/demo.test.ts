import { expect, test } from 'vitest';
import { startTestServer } from '../platform/server/testing/test-server.ts';
import { serverTools } from '../tools/server.ts';
import { fillDemo } from './demo.ts';

test('a disk without room for the demo files leaves them out, says so, and does not stop the start', async () => {
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

test('instances that start at once fill the demo college once', async () => {
  const permissions = { 'information-technology.open': 'Open it.' };
  const options = { tools: serverTools, placePermissions: permissions };
  const first = await startTestServer(options);
  const second = await startTestServer({ ...options, database: first.database });
  const counts = async () => {
    const { rows } = await first.database.pool.query(
      `select count(*)::int as rows from short_links union all select count(*)::int from ra_logs
       union all select count(*)::int from files union all select count(*)::int from directory_records
       union all select count(*)::int from wifi_keys union all select count(*)::int from help_tickets`,
    );
    return rows.map(({ rows }) => rows);
  };
  await Promise.all([first, second].map(({ quad }) => fillDemo(quad.platform, serverTools)));
  const filled = await counts();
  const expected = serverTools
    // Jobs of the demo are left out where their schedule is not configured.
    .filter(({ tool }) => tool.id !== 'queue')
    .flatMap(({ seed }) => seed?.demoCount ?? []);
  expect(filled.toSorted()).toEqual(expected.toSorted());
});
