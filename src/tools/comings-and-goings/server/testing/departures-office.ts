import { afterAll, beforeAll, beforeEach } from 'vitest';
import { defineTool } from '../../../../platform/contract/tool.ts';
import { mostListed } from '../../../../platform/server/belongings/belongings.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import { csvAlone } from '../../../../platform/server/directory/merge.ts';
import { takeReading } from '../../../../platform/server/directory/runs.ts';
import { personRecord } from '../../../../platform/server/testing/directory-record.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../../platform/server/testing/test-server.ts';
import { defineServerTool } from '../../../../platform/server/tool/server-tool.ts';
import { listDepartures } from '../../contract.ts';
import { comingsAndGoingsServer } from '../index.ts';
import { createNotice } from '../notice.ts';

/** Email addresses of those who own a thing; only people with the permission may. */
const owners = new Set<string>();
/** How many each of them owns. */
const amount = { owned: 1 };
const things = defineServerTool({
  tool: defineTool({
    id: 'things',
    title: 'Things',
    permissions: { 'things.have': 'Have things.' },
    screens: {},
    tiles: [],
  }),
  calls: {},
  start: async () => ({
    routes: [],
    belongings: [
      {
        kind: 'things.things',
        title: 'Things',
        noun: ['thing', 'things'],
        list: async (_reader, { email }) => {
          const length = owners.has(email) ? Math.min(amount.owned, mostListed) : 0;
          // Someone may have called it so to make it look like a text of the portal.
          return Array.from({ length }, (_, key) => ({ key: `${key}`, title: 'A\n\nthing' }));
        },
        owners: async (_reader, people) =>
          people.filter(({ email }) => amount.owned > 0 && owners.has(email)).map(({ id }) => id),
        end: {
          says: 'They are gone.',
          run: async () => {
            amount.owned -= 1;
            return true;
          },
        },
        mayHave: ({ permissions }) => permissions.has('things.have') || 'They may have no things.',
      },
    ],
  }),
});

/** Who owns one thing when a test begins. */
export const leaver = 'it2@sawtooth.example';

/** Someone from IT beside a tool whose things people may lose, with no departures before each test. */
export function departuresOffice() {
  let server: TestServer;
  let it: TestClient;

  beforeAll(async () => {
    server = await createTestServer({ tools: [comingsAndGoingsServer, things] });
    it = await server.signIn('it');
    await server.signIn('it2');
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.database.pool.query(
      'delete from departures; delete from lost_groups; delete from directory_records; delete from directory_runs',
    );
    owners.clear();
    amount.owned = 1;
    owners.add(leaver);
  });

  function notice(services: Partial<Parameters<typeof createNotice>[0]> = {}) {
    const { platform } = server.quad;
    const context = { log: platform.log, signal: new AbortController().signal };
    return createNotice({ ...platform, ...services }).run({}, context);
  }

  const change = (work: Parameters<ReturnType<TestServer['quad']['platform']['change']['changeAs']>>[0]) =>
    server.quad.platform.change.changeAsSystem('test')(async (unit) => {
      unit.demand(byPermission);
      return work(unit);
    });

  /** A reading of the directory with these people; `always`: it waits until IT has looked at it. */
  const read = (names: readonly string[], always = false, accessGroups: readonly string[] = []) =>
    change((unit) => {
      const records = names.map((name) =>
        personRecord({ key: name, email: `${name}@sawtooth.example`, accessGroups }),
      );
      const { emailTrusted } = server.quad.platform;
      return takeReading(
        unit,
        { origin: 'file', by: 'test', sourceHash: null, waits: always ? 'always' : 'suspicious', records },
        { emailTrusted, precedence: { ...csvAlone, givesAccess: ['csv'] } },
      );
    });

  /** What the provider says about the leaver. */
  const setGroups = (value: string) =>
    server.database.pool.query(`update identities set groups = $1 where subject = $2`, [value, leaver]);

  async function listed(state?: 'done' | 'dismissed') {
    const query = { page: 1, ...(state === undefined ? {} : { state }) };
    return (await it.send(listDepartures, { query })).body.data;
  }

  return {
    get server() {
      return server;
    },
    get it() {
      return it;
    },
    amount,
    owners,
    notice,
    change,
    read,
    setGroups,
    listed,
  };
}
