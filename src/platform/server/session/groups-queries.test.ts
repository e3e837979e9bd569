import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { claimReread, readRereadState, storeReread } from './groups-queries.ts';
import { defaultLifetimes } from './lifetimes.ts';
import { expireSession } from './session-queries.ts';

let server: TestServer;
let id: string;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.stop());
/** A session whose provider has to be asked again for the groups. */
beforeEach(async () => {
  await server.signIn('staff');
  const { rows } = await sql<{
    id: string;
  }>`update sessions set groups_read_at = now() - interval '16 minutes',
    groups_tried_at = now() - interval '16 minutes' returning id`.execute(server.database.database);
  id = rows.at(-1)?.id ?? '';
});

const claim = () => claimReread(server.database.database, id, defaultLifetimes);
const said = { groups: ['Domain-IT'], state: null };
const groups = async () => {
  const rows = await server.database.database.selectFrom('identities').select('groups').execute();
  return rows.map((row) => row.groups);
};

describe('asking a provider again', () => {
  it('is for one of two instances that find it due: a refresh token is good once', async () => {
    expect([await claim(), await claim()]).toEqual([
      { subject: 'staff@sawtooth.example', provider_state: null },
      null,
    ]);
  });

  it('is over when another instance finds the session expired: nothing is asked, and no response counts', async () => {
    const before = await groups();
    await expireSession(server.database.database, id);
    expect(await claim()).toBeNull();
    expect(await storeReread(server.database.database, id, said)).toBe(false);
    expect(await groups()).toEqual(before);
  });

  it('changes nothing for the same subject at another provider', async () => {
    await sql`insert into identities (provider, subject, person_id, groups)
      select 'alumni', subject, person_id, '{Domain-Student}' from identities`.execute(
      server.database.database,
    );
    expect(await storeReread(server.database.database, id, said)).toBe(true);
    expect((await groups()).toSorted()).toEqual([said.groups, ['Domain-Student']]);
    expect(await readRereadState(server.database.database, id, defaultLifetimes)).toMatchObject({
      groups: said.groups,
    });
  });
});
