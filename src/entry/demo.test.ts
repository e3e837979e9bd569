import { expect, test } from 'vitest';
import { startTestServer } from '../platform/server/testing/test-server.ts';
import { serverTools } from '../tools/server.ts';
import { fillDemo } from './demo.ts';

test('instances that start at once fill the demo college once', async () => {
  const permissions = { 'information-technology.open': 'Open it.' };
  const options = { tools: serverTools, placePermissions: permissions };
  const first = await startTestServer(options);
  const second = await startTestServer({ ...options, database: first.database });
  const counts = async () => {
    const { rows } = await first.database.pool.query(
      `select count(*)::int as rows from short_links union all select count(*)::int from ra_logs
       union all select count(*)::int from files union all select count(*)::int from directory_records`,
    );
    return rows.map(({ rows }) => rows);
  };
  await Promise.all([first, second].map(({ quad }) => fillDemo(quad.platform, serverTools)));
  const filled = await counts();
  const expected = serverTools.map(({ seed }) => seed?.demoCount).filter((count) => count !== undefined);
  expect(filled.toSorted()).toEqual(expected.toSorted());
});
