import { afterAll, expect, test } from 'vitest';
import * as calls from '../../../contract.ts';
import { base, body, openDirectoryOffice } from '../../testing/directory-office.ts';

const { directory, office, add, signInTwice, findAccount, issue, followLink, stop } =
  await openDirectoryOffice();
afterAll(stop);

test('a reset ends the sessions of someone who was renamed since their sign-in', async () => {
  add('zoe', ['zoe.young@sawtooth.example'], { givenName: ['Zoe'], sn: ['Young'] });
  const [browser] = await signInTwice('zoe');
  add('zoe', ['zoe.bell@sawtooth.example'], { givenName: ['Zoe'], sn: ['Bell'] });
  const { account } = await findAccount('zoe.bell@sawtooth.example');
  // Elsewhere, someone else may have the same number.
  const stranger = await office.server.signIn('staff');
  await office.server.database.pool.query(
    `insert into identities (person_id, provider, subject, groups)
     select person_id, 'elsewhere', $1, '{}' from identities where subject = 'staff@sawtooth.example'`,
    [account.key],
  );
  const { token } = await issue(account);
  expect((await followLink(token, 0)).status).toBe(200);
  expect((await browser.fetch('GET', '/api/auth/account')).status).toBe(401);
  expect((await stranger.fetch('GET', '/api/auth/account')).status).toBe(200);
});

test('someone in IT who was renamed since their sign-in stays protected, and still vouches for no account of their own', async () => {
  add('iris', ['iris.lorne@sawtooth.example']);
  const it = await office.server.signIn('it');
  await office.server.database.pool.query(
    `insert into identities (person_id, provider, subject, groups)
     select id, 'campus', 'key of iris', '{}' from people where email = 'it@sawtooth.example'`,
  );
  const body = { principalEmail: 'iris.lorne@sawtooth.example' };
  expect((await it.send(calls.checkEligibility, { body })).body).toMatchObject({
    fields: { principalEmail: expect.stringContaining('The account is protected') },
  });
  expect((await it.send(calls.unlockAccount, { body })).body).toMatchObject({ reason: 'own-account' });
});

test('someone who was renamed since their sign-in reads that they have to sign in again before they change their password', async () => {
  add('kit', ['kit.young@sawtooth.example'], { givenName: ['Kit'], sn: ['Young'] });
  const [browser] = await signInTwice('kit');
  directory.change(`uid=kit,${base}`, { mail: ['kit.bell@sawtooth.example'] });
  expect((await browser.send(calls.changeOwnPassword, { body })).body).toMatchObject({
    reason: 'no-account',
    detail: expect.stringContaining('sign in again'),
  });
  const [again] = await signInTwice('kit');
  directory.passwordResult = 0;
  const changed = await again.send(calls.changeOwnPassword, { body });
  directory.passwordResult = null;
  expect(changed.status).toBe(204);
});
