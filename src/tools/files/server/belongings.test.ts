import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { issueToken, tokenHeaders } from '../../../platform/server/testing/issue-token.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { fileBelongings } from './belongings.ts';
import { filesServer } from './index.ts';
import { publish } from './testing/publish.ts';

let server: TestServer;
let leaver: PersonActor;
let successor: PersonActor;

beforeAll(async () => {
  server = await createTestServer({ tools: [filesServer] });
  const known = async (key: string): Promise<PersonActor> => {
    await server.signIn(key);
    const { rows } = await server.database.pool.query('select id, name, email from people where email = $1', [
      `${key}@sawtooth.example`,
    ]);
    return { kind: 'person', ...rows[0], groups: [], permissions: new Set() };
  };
  leaver = await known('it');
  successor = await known('it2');
});
afterAll(() => server.stop());

const { list, handOver } = fileBelongings('UTC');
const owned = async (owner: PersonActor) =>
  (await list(server.quad.platform.reader, owner)).map(({ title }) => title);

/** Publishes as a program whose token someone has created. @returns the ids of the token and the file */
async function publishByTokenOf({ id }: PersonActor, fileName: string) {
  const limits = { pathPrefix: 'reports/', groups: ['Domain-Staff'], everyone: false };
  const token = await issueToken(server.database, { permissions: ['files.publish'], files: limits });
  await server.database.pool.query('update service_tokens set created_by_id = $1 where id = $2', [
    id,
    token.id,
  ]);
  const headers = tokenHeaders(token.secret);
  const { _id: file } = await publish(server.visitor, { ownerType: 'Automation', fileName, headers });
  return { token: token.id, file };
}

const handedOver = (key: string) =>
  server.quad.platform.change.changeAs({ actor: leaver, clientAddress: null, requestId: null })(
    async (unit) => {
      unit.demand(byPermission);
      return handOver?.({ unit, by: leaver, from: leaver, to: successor, key });
    },
  );

test.each([
  ['has expired', "expires_at = now() - interval '1 minute'"],
  ['was revoked', 'revoked_at = now()'],
])('what was published by a token that %s belongs to whoever had the token', async (how, ended) => {
  const name = `${how}.txt`;
  const { token, file } = await publishByTokenOf(leaver, name);
  expect(await owned(leaver)).not.toContain(name);

  await server.database.pool.query(`update service_tokens set ${ended} where id = $1`, [token]);
  expect(await owned(leaver)).toContain(name);
  expect(await handedOver(file)).toBe(true);
  expect([await owned(leaver), await owned(successor)]).toEqual([
    expect.not.arrayContaining([name]),
    expect.arrayContaining([name]),
  ]);

  // The next version is another token's, and goes with it.
  await publishByTokenOf(leaver, name);
  expect(await owned(successor)).not.toContain(name);
});
