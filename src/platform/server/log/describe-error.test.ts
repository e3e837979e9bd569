import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { describeError, sayError } from './describe-error.ts';

/** What someone sent, down to a line that looks like one of a stack. */
const written = 'Jane Roe fainted\n    at Jane (roe.ts:1:1)';

async function failureOf(statement: ReturnType<typeof sql>): Promise<unknown> {
  const { database } = await openTestDatabase();
  await sql`create table visits (name text primary key, note text check (note <> '${sql.raw('x')}'))`.execute(
    database,
  );
  await sql`insert into visits values (${written}, '')`.execute(database);
  return statement.execute(database).catch((error: unknown) => error);
}

test.each([
  ['a value of the wrong kind', sql`select ${written}::timestamptz`, { code: '22007' }],
  [
    'a row that already exists',
    sql`insert into visits values (${written}, '')`,
    { code: '23505', table: 'visits', constraint: 'visits_pkey' },
  ],
  ['a broken rule', sql`insert into visits values ('Jane', 'x')`, { code: '23514', table: 'visits' }],
  [
    'a function of ours that complains',
    sql`do $$ begin raise exception 'no room for Jane Roe'; end $$`,
    { code: 'P0001' },
  ],
])('the log says where PostgreSQL reports %s, and quotes nothing', async (_what, statement, places) => {
  const failure = await failureOf(statement);
  // Otherwise there is nothing to leave out.
  expect(JSON.stringify([(failure as Error).message, failure])).toContain('Jane');
  const described = describeError(failure);
  expect(described).toMatchObject({ ...places, stack: expect.stringMatching(/^at .*\n/) });
  expect(`${JSON.stringify(described)} ${sayError(failure)}`).not.toMatch(/jane|roe|fainted/i);
  expect(sayError(failure)).toContain(places.code);
});

test('what PostgreSQL says about itself is kept', async () => {
  const failure = await failureOf(sql`select * from nowhere`);
  expect(describeError(failure)).toMatchObject({
    code: '42P01',
    message: 'relation "nowhere" does not exist',
    stack: expect.stringContaining('nowhere'),
  });
});
