import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import type { TestServer } from '../../../../platform/server/testing/test-server.ts';
import { listPeople, type Person } from '../../contract.ts';

export async function isSignedIn(client: TestClient): Promise<boolean> {
  return (await client.fetch('GET', '/api/auth/account')).status === 200;
}

/** The first person that the administrator finds by this text. */
export async function findPerson(admin: TestClient, search: string): Promise<Person> {
  const { data } = (await admin.send(listPeople, { query: { search, page: 1 } })).body;
  const [found] = data;
  if (found === undefined) throw new Error(`There is no ${search}.`);
  return found;
}

/** Who recently did what, in alphabetical order. */
export async function lastActions({ database }: TestServer, count: number): Promise<string[]> {
  const entries = await database.database
    .selectFrom('audit_entries')
    .select(['action', 'actor_name'])
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return entries.map(({ action, actor_name }) => `${actor_name}: ${action}`).sort();
}
