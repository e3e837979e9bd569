import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { mostListed } from '../../../platform/server/belongings/belongings.ts';
import type { Email } from '../../../platform/server/mail/email.ts';
import { endThings, readBelongings } from '../contract.ts';
import { createReceivedEmail } from './received-email.ts';
import { departuresOffice, leaver } from './testing/departures-office.ts';

const office = departuresOffice();

test('more than are listed at once are handled in turns, and the page says so', async () => {
  office.amount.owned = mostListed + 5;
  const { rows } = await office.server.database.pool.query('select id from people where email = $1', [
    leaver,
  ]);
  const params = { id: rows[0].id };
  const read = async () => (await office.it.send(readBelongings, { params })).body.data.kinds[0];
  for (const [listed, isCut] of [
    [mostListed, true],
    [5, false],
  ] as const) {
    const kind = await read();
    expect([kind?.things.length, kind?.isCut]).toEqual([listed, isCut]);
    const keys = kind?.things.map(({ key }) => key) ?? [];
    const { body } = await office.it.send(endThings, {
      params,
      body: { things: [{ kind: 'things.things', keys }] },
    });
    expect(body.data).toEqual({ done: listed, refused: [] });
  }
  expect(await read()).toBeUndefined();
});

test('someone who owns more than is listed gets the email about what was handed over, too', async () => {
  const { platform } = office.server.quad;
  const { rows } = await office.server.database.pool.query('select id from people where email = $1', [
    leaver,
  ]);
  const sent: string[] = [];
  const mail = { ...platform.mail, send: async ({ text }: Email) => `${sent.push(text)}` };
  const received = (...keys: string[]) => {
    const things = [{ kind: 'things.things', keys }];
    const data = { id: randomUUID(), from: rows[0].id, to: rows[0].id, things };
    const context = { log: platform.log, signal: new AbortController().signal };
    return createReceivedEmail({ ...platform, mail }).run(data, context);
  };
  office.amount.owned = mostListed;
  await received('200', '201');
  await received('199', '200', '201');
  expect(sent).toEqual([
    expect.stringContaining('Things:\n  2 things\n'),
    expect.stringContaining('Things:\n  A thing\n  and 2 more\n'),
  ]);
  office.amount.owned = 1;
  expect(await received('200')).toBe('They were passed on again first, so no email was sent.');
});

/** More people who have left and own something. */
async function addLeavers(from: number, to: number) {
  for (let n = from; n <= to; n += 1) office.owners.add(`gone${n}@sawtooth.example`);
  await office.server.database.pool.query(
    `with made as (
       insert into people (id, email, name, given_name, family_name, disabled)
       select gen_random_uuid(), 'gone' || n || '@sawtooth.example', 'Gone', 'Gone', '', true
       from generate_series($1::int, $2::int) n returning id
     )
     insert into departures (id, person_id, cause, state) select gen_random_uuid(), id, 'left', 'open' from made`,
    [from, to],
  );
}

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const asking = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return asking.mock.calls.length;
  } finally {
    asking.mockRestore();
  }
}

afterEach(() => office.server.database.pool.query("delete from people where email like 'gone%'"));

test('whether people still own something takes as many statements for a hundred as for ten', async () => {
  // The first statements of a connection prepare it.
  await office.notice();
  await addLeavers(1, 10);
  const ten = await statementsOf(office.notice);
  expect(ten).toBeGreaterThan(0);
  await addLeavers(11, 100);
  expect(await statementsOf(office.notice)).toBeLessThanOrEqual(ten);
});

test('a page of people takes as many statements for ten as for two, and says what each of them owns', async () => {
  await addLeavers(1, 2);
  await office.listed();
  const two = await statementsOf(() => office.listed());
  expect(two).toBeGreaterThan(0);
  await addLeavers(3, 10);
  office.owners.delete('gone7@sawtooth.example');
  expect(await statementsOf(() => office.listed())).toBeLessThanOrEqual(two);
  const owns = (await office.listed()).map(({ person, owns }) => [person.email, owns.length]);
  expect(owns).toHaveLength(10);
  expect(owns).toContainEqual(['gone7@sawtooth.example', 0]);
  expect(owns).toContainEqual(['gone8@sawtooth.example', 1]);
});
