import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../platform/server/testing/test-database.ts';
import { insertLink } from '../testing/insert-link.ts';
import {
  forgetRecipient,
  keepCheck,
  keepRecipients,
  selectNewlyBroken,
  selectWaiting,
} from './check-queries.ts';

/** Two broken links of which no one has been notified, and two people. */
async function start() {
  const test = await openTestDatabase();
  const { database, pool } = test;
  const judge = (id: string, verdict: 'gone' | 'works') =>
    keepCheck(database, { id, long_url: 'https://example.com/' }, { verdict, answer: 'It says so.' });
  const addBroken = async (shortUrl: string) => {
    const id = await insertLink(test, { shortUrl });
    await judge(id, 'gone');
    return id;
  };
  const addPerson = async (name: string) => {
    const id = uuid();
    await pool.query(
      `insert into people (id, email, name, given_name, family_name, folded) values ($1, $2, $3, $3, $3, '')`,
      [id, `${name}@sawtooth.example`, name],
    );
    return id;
  };
  return {
    ...{ database, judge },
    ...{ one: await addBroken('one'), other: await addBroken('other') },
    ...{ person: await addPerson('iris'), colleague: await addPerson('odo') },
    newlyBroken: async () => (await selectNewlyBroken(database)).map(({ id }) => id),
    waiting: async () => (await selectWaiting(database)).map(({ person, id }) => [person, id]),
  };
}

test('people are notified the next night of a link that breaks while they are being notified of others', async () => {
  const { database, one, other, person, newlyBroken, waiting } = await start();
  await keepRecipients(database, [one], [{ person, link: one }]);
  expect(await newlyBroken()).toEqual([other]);
  expect(await waiting()).toEqual([[person, one]]);
});

test('people are notified of a link that worked again for a while when it breaks once more', async () => {
  const { database, judge, one, other, person, newlyBroken, waiting } = await start();
  await judge(one, 'works');
  await keepRecipients(
    database,
    [one, other],
    [one, other].map((link) => ({ person, link })),
  );
  await judge(one, 'gone');
  expect(await waiting()).toEqual([[person, other]]);
  expect(await newlyBroken()).toEqual([one]);
});

test('no one gets a second email about a link that two instances saw break at once', async () => {
  const { database, one, person, colleague, waiting } = await start();
  await keepRecipients(database, [one], [{ person, link: one }]);
  await forgetRecipient(database, person, [one]);
  await keepRecipients(
    database,
    [one],
    [person, colleague].map((who) => ({ person: who, link: one })),
  );
  expect(await waiting()).toEqual([]);
});

test('after an email, someone still waits for the one about a link that it does not mention', async () => {
  const { database, one, other, person, colleague, waiting } = await start();
  const recipients = [one, other].flatMap((link) =>
    [person, colleague].map((who) => ({ person: who, link })),
  );
  await keepRecipients(database, [one, other], recipients);
  await forgetRecipient(database, person, [one]);
  expect((await waiting()).toSorted()).toEqual(
    [
      [colleague, one],
      [colleague, other],
      [person, other],
    ].toSorted(),
  );
});
