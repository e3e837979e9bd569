import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeMeanwhile } from '../../../platform/server/testing/other-transaction.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import * as calls from '../contract.ts';
import { bindFacts } from './facts/queries.ts';
import { type KnownPerson, type Office, openOffice, suna, typedBy, vera } from './testing/reset-office.ts';

const password = 'harbor violet staircase';

let office: Office;
let it: TestClient;
let it2: TestClient;
beforeAll(async () => {
  office = await openOffice();
  it = await office.server.signIn('it');
  it2 = await office.server.signIn('it2');
});
afterAll(() => office.stop());
beforeEach(() => query('delete from throttle_counters; delete from reset_links; delete from desk_resets'));

const query = async (text: string, values: unknown[] = []) =>
  (await office.server.database.pool.query(text, values)).rows;
const rowsOf = async ({ principalEmail }: KnownPerson) =>
  Promise.all(
    ['reset_attempts', 'reset_links', 'desk_resets', 'reset_facts'].map((table) =>
      query(`select * from ${table} where ${table === 'reset_facts' ? 'email' : 'principal_email'} = $1`, [
        principalEmail,
      ]),
    ),
  );

/** The first of the two in IT vouches. @returns the request, which waits for the second */
async function startFor({ principalEmail }: KnownPerson) {
  const { body } = await it.send(calls.startDeskReset, { body: { principalEmail, idKind: 'passport' } });
  return { params: { id: body.data.id } };
}

/** Both have vouched. @returns the request, and the token of its link */
async function linkFor(person: KnownPerson) {
  const request = await startFor(person);
  const { body } = await it2.send(calls.confirmDeskReset, request);
  return { request, token: tokenOf(body.data.link) };
}

type DeskRequest = Awaited<ReturnType<typeof startFor>>;

const tokenOf = (link: string) => link.split('#')[1] ?? '';
const set = (token: string) => office.visitor().send(calls.setPassword, { body: { token, password } });

test('what is typed, decided, and set for one account leaves another as it is', async () => {
  expect((await office.attempt({ ...typedBy(vera), id: '1' })).status).toBe(409);
  const other = await linkFor(vera);
  const before = await rowsOf(vera);
  expect((await office.attempt(typedBy(suna))).status).toBe(200);
  const { request } = await linkFor(suna);
  const again = await it.send(calls.showDeskCode, request);
  expect((await set(tokenOf(again.body.data.link))).status).toBe(200);
  expect(await rowsOf(vera)).toEqual(before);
  expect((await set(other.token)).status).toBe(200);
});

test.each([
  ['confirmed', 200, (request: DeskRequest) => it2.send(calls.confirmDeskReset, request)],
  ['declined', 204, (request: DeskRequest) => it2.send(calls.declineDeskReset, request)],
])('a request at the desk that is %s leaves another one waiting', async (_how, status, decide) => {
  await startFor(vera);
  const before = await rowsOf(vera);
  expect((await decide(await startFor(suna))).status).toBe(status);
  expect(await rowsOf(vera)).toEqual(before);
});

test('a request at the desk, a code, or a link whose time ends while it is being used is over', async () => {
  const { database } = office.server;
  const waiting = await startFor(suna);
  const overAtDesk = `update desk_resets set expires_at = now() - interval '1 second'`;
  const decline = () => it2.send(calls.declineDeskReset, waiting);
  expect((await changeMeanwhile(database, overAtDesk, decline)).status).toBe(410);
  const { request, token } = await linkFor(suna);
  const over = `update reset_links set expires_at = now() - interval '1 second'`;
  const still = `update reset_links set expires_at = now() + interval '5 minutes'`;
  const show = () => it.send(calls.showDeskCode, request);
  for (const use of [async () => (await show()).status, async () => (await set(token)).status]) {
    expect(await changeMeanwhile(database, over, use)).toBe(410);
    await query(still);
  }
  expect((await changeMeanwhile(database, `update reset_links set state = 'ended'`, show)).status).toBe(410);
});

test('facts belong to the account whose address they name', async () => {
  for (const name of ['student', 'volunteer']) await office.server.signIn(name);
  const { database } = office.server.database;
  await database.transaction().execute(bindFacts);
  const bound = await query(
    'select f.email as typed, p.email as account from reset_facts f join people p on p.id = f.person_id order by 1',
  );
  expect(bound).toEqual(
    [suna, vera].map(({ principalEmail }) => ({ typed: principalEmail, account: principalEmail })),
  );
});
