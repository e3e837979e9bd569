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
      'select (select count(*)::int from short_links) as links, (select count(*)::int from ra_logs) as logs',
    );
    return rows[0];
  };
  await Promise.all([first, second].map(({ quad }) => fillDemo(quad.platform, serverTools)));
  const filled = await counts();
  const expected = serverTools.map(({ seed }) => seed?.demoCount).filter((count) => count !== undefined);
  expect([filled.links, filled.logs].toSorted()).toEqual(expected.toSorted());
});
