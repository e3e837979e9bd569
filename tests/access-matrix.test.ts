import { afterAll, beforeAll, expect, test } from 'vitest';
import { placePermissions, places } from '../src/places.ts';
import { readAccount } from '../src/platform/contract/account.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import { declaredPermissions } from '../src/platform/server/assembly/read-settings.ts';
import { demoPeople } from '../src/platform/server/sign-in/demo/demo-people.ts';
import { findDeviations, findGaps } from '../src/platform/server/testing/access-matrix.ts';
import { mountedRoutes } from '../src/platform/server/testing/mounted-routes.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';
import { accessTable as table } from './access-table.ts';
import { examplesOf } from './examples.ts';

const groups = groupCalls(serverTools);
const calls = groups.flatMap((group) => group.calls);
let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ tools: serverTools, places, placePermissions });
});
afterAll(() => server.stop());

test('the table has every demo person', () => {
  const keys = demoPeople.flatMap(({ people }) => people.map(({ key }) => key));
  expect(keys.toSorted()).toEqual(table.people.toSorted());
});

test('the table covers every call and every permission', () => {
  const declared = declaredPermissions({ tools: serverTools, placePermissions });
  expect(findGaps(calls, declared, table)).toEqual([]);
});

test('everything that responds below /api, and everything that writes, is a declared call', () => {
  const declared = calls.map(({ method, path }) => `${method} ${path}`);
  const routes = mountedRoutes(server.quad.app).filter(({ method }) => method !== 'HEAD');
  const mounted = routes
    .filter(({ method, path }) => method !== 'GET' || /^\/(api|r|files)\//.test(path))
    // The same address with a trailing slash is the same call.
    // An id outside of /api only matches a UUID.
    .map(({ method, path }) => `${method} ${path.replace(/\/$/, '').replace(/\(.*?\)/, '')}`);
  expect([...new Set(mounted)].toSorted()).toEqual(declared.toSorted());
});

test('every example of a body has the shape that its call accepts', () => {
  const misfits = Object.entries(examplesOf('bodies')).filter(([name, body]) => {
    const call = calls.find((one) => one.name === name);
    return call?.body?.shape.safeParse(body).success !== true;
  });
  expect(misfits).toEqual([]);
});

test.each(groups)(
  'the calls of $title are open to the people of the table and to no one else',
  { timeout: 120_000 },
  async (group) => {
    expect(await findDeviations(server, group.calls, table, examplesOf('bodies'))).toEqual([]);
  },
);

test('every person gets exactly the permissions of the table', async () => {
  for (const person of table.people) {
    const { body } = await (await server.signIn(person)).send(readAccount);
    const held = Object.entries(table.holders).filter(([, people]) => people.includes(person));
    expect({ person, permissions: body.permissions.toSorted() }).toEqual({
      person,
      permissions: held.map(([permission]) => permission).toSorted(),
    });
  }
});
