import { expect, vi } from 'vitest';
import type { TestDatabase } from '../../testing/test-database.ts';

/** A row that a restore brings back. */
export async function addPerson(database: Pick<TestDatabase, 'pool'>, name: string): Promise<void> {
  await database.pool.query(
    `insert into people (id, email, name, given_name, family_name) values (gen_random_uuid(), $1, $2, $2, '')`,
    [`${name}@sawtooth.example`, name],
  );
}

export async function namesOf({ pool }: Pick<TestDatabase, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from people order by name');
  return rows.map(({ name }) => name);
}

/** Connections of a test count as a portal's; a restore requires that there are none. */
export async function withoutPortal<T>(database: TestDatabase, work: () => Promise<T>): Promise<T> {
  await database.cutConnections();
  await vi.waitFor(() => expect(database.pool.totalCount).toBe(0), { timeout: 10_000 });
  return work();
}
