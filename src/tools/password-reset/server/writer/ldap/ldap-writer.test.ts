import { afterAll, expect, onTestFinished, test } from 'vitest';
import * as calls from '../../../contract.ts';
import { createSettle } from '../../link/finish.ts';
import { body, openDirectoryOffice } from '../../testing/directory-office.ts';
import { suna, vera } from '../../testing/reset-office.ts';

const { directory, office, add, signInTwice, findAccount, issue, followLink, stop } =
  await openDirectoryOffice();
afterAll(stop);

test('a second address of an account circumvents nothing, at the desk and for an unlock', async () => {
  const second = 'suna.lind@sawtooth.example';
  add('suna', ['a.suna@elsewhere.example', second, 'Student@sawtooth.example'], {
    pwdAccountLockedTime: ['20260101000000Z'],
  });
  add('it', ['it@sawtooth.example', 'iris.thornwell@sawtooth.example']);
  const it = await office.server.signIn('it');
  const asks = [
    (principalEmail: string) =>
      it.send(calls.startDeskReset, { body: { principalEmail, idKind: 'passport' } }),
    (principalEmail: string) => it.send(calls.unlockAccount, { body: { principalEmail } }),
  ];
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  for (const excluded of [suna.principalEmail, second]) {
    await it.send(calls.addExclusion, { body: { principalEmail: excluded, expiresAt } });
    for (const ask of asks)
      for (const typed of [suna.principalEmail, second, 'a.suna@elsewhere.example'])
        expect((await ask(typed)).body).toMatchObject({
          reason: 'not-possible',
          fields: { principalEmail: 'They are excluded.' },
        });
    await office.server.database.pool.query('delete from reset_exclusions');
  }
  for (const ask of asks)
    expect((await ask('iris.thornwell@sawtooth.example')).body).toMatchObject({ reason: 'own-account' });
  // Of several addresses, the one that a sign-in chooses, too.
  const started = await asks[0]?.(second);
  expect(started?.body).toMatchObject({ data: { principalEmail: suna.principalEmail } });
});

test('someone who has tried too many passwords is sent to the form for a new one', async () => {
  add('vic', ['vic@sawtooth.example']);
  const texts: string[] = [];
  for (let tried = 0; tried < 5; tried += 1) {
    const refused = await office.visitor().fetch('POST', '/api/auth/providers/campus/login', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: 'vic', password: 'forgotten' }).toString(),
    });
    texts.push(refused.text);
  }
  expect(texts.at(-1)).toContain('Too many failed sign-ins');
  for (const text of texts) expect(text).toContain('Forgot your password?');
});

test('that an account is not locked is on record if someone has asked', async () => {
  add('robin', ['robin@sawtooth.example']);
  const it = await office.server.signIn('it');
  const body = { principalEmail: 'robin@sawtooth.example' };
  expect((await it.send(calls.unlockAccount, { body })).body).toMatchObject({ reason: 'not-locked' });
  const { rows } = await office.server.database.pool.query(
    "select after from audit_entries where subject_id = 'robin@sawtooth.example'",
  );
  // Without facts, the form is not for them.
  expect(rows).toEqual([{ after: { principal_email: 'robin@sawtooth.example', eligible: false } }]);
});

const wes = 'wes@sawtooth.example';

test('a change that the directory refuses to anyone changes nothing, and no one is signed out or notified', async () => {
  add('fay', ['fgd@sawtooth.example'], { givenName: ['Fay'], sn: ['Dorn'] });
  const [here, there] = await signInTwice('fay');
  directory.passwordResult = 50;
  const refused = await here.send(calls.changeOwnPassword, { body });
  directory.passwordResult = null;
  expect(refused.body).toMatchObject({ status: 503, reason: 'directory-refuses' });
  expect((await there.fetch('GET', '/api/auth/account')).status).toBe(200);
  const { pool } = office.server.database;
  const { rows } = await pool.query("select id from people where email = 'fgd@sawtooth.example'");
  for (const written of [
    "select from audit_entries where action = 'password.change' and subject_id = $1",
    "select from jobs.job where name = 'password-reset.notice' and data->>'personId' = $1",
  ])
    expect((await pool.query(written, [rows[0].id])).rowCount).toBe(0);
});

test('only a result that is certain says that a password was not changed', async () => {
  add('wren', ['wren@sawtooth.example']);
  const { writer, account } = await findAccount('wren@sawtooth.example');
  // 10: referral, 50: insufficient access, 51: busy, 53: read-only; 3, 11, and 52: a proxy that got no response; 80: other.
  const certain = { 10: true, 50: true, 51: true, 53: true, 3: false, 11: false, 52: false, 80: false };
  for (const [result, isCertain] of Object.entries(certain)) {
    directory.passwordResult = Number(result);
    const isRefusal = ['10', '50', '53'].includes(result);
    const down = { name: 'DirectoryDown', isUnanswered: !isCertain, isRefusal };
    await expect(writer.write(account, body.password), result).rejects.toMatchObject(down);
  }
  directory.passwordResult = null;
  const gone = writer.write({ ...account, key: 'of no one' }, body.password);
  await expect(gone).rejects.toMatchObject({ code: 'ACCOUNT_IS_GONE', isUnanswered: false });
});

test('a change ends other sessions before anything else is written', async () => {
  add('gil', ['gil@sawtooth.example'], { givenName: ['Gil'], sn: ['Marsh'] });
  const [here, there] = await signInTwice('gil');
  const { pool } = office.server.database;
  await pool.query(`create function fail() returns trigger language plpgsql as $$ begin
    if new.count < old.count then raise exception 'The database is down.'; end if; return new; end $$`);
  await pool.query(
    'create trigger fails before update on throttle_counters for each row execute function fail()',
  );
  onTestFinished(async () => {
    await pool.query('drop function fail cascade');
  });
  directory.passwordResult = 0;
  await here.send(calls.changeOwnPassword, { body });
  directory.passwordResult = null;
  expect((await there.fetch('GET', '/api/auth/account')).status).toBe(401);
  await office.emailTo('gil@sawtooth.example', /was changed$/);
  const { rows } = await pool.query(
    "select state from reset_links where principal_email = 'gil@sawtooth.example'",
  );
  expect(rows).toEqual([{ state: 'used' }]);
});

test('a change that the directory accepted and the database did not is settled: all sessions end, and the person is notified', async () => {
  add('wes', [wes], { givenName: ['Wes'], sn: ['Aldane'] });
  const [here, there] = await signInTwice('wes');
  const { pool } = office.server.database;
  const states = async () =>
    (await pool.query('select id, state from reset_links where principal_email = $1 order by id', [wes]))
      .rows;
  const wrong = await here.send(calls.changeOwnPassword, { body: { ...body, current: 'not this one' } });
  expect(wrong.body).toMatchObject({ reason: 'wrong-password' });
  expect(await states()).toMatchObject([{ state: 'ended' }]);
  await pool.query(`create function go_away() returns trigger language plpgsql as $$ begin
    if new.action = 'password.change' then raise exception 'The database is down.'; end if; return new; end $$`);
  await pool.query(
    'create trigger goes_away before insert on audit_entries for each row execute function go_away()',
  );
  directory.passwordResult = 0;
  const broken = await here.send(calls.changeOwnPassword, { body });
  directory.passwordResult = null;
  await pool.query('drop function go_away cascade');
  expect(broken.status).toBe(500);
  expect((await there.fetch('GET', '/api/auth/account')).status).toBe(200);

  const { platform } = office.server.quad;
  const settle = createSettle(platform, platform);
  const { rows: jobs } = await pool.query(
    `select data from jobs.job where name = 'password-reset.settle' and data->>'linkId' = any($1) order by data->>'linkId'`,
    [(await states()).map(({ id }) => id)],
  );
  const context = { log: platform.log, signal: new AbortController().signal };
  const said: unknown[] = [];
  for (const { data } of jobs) said.push(await settle.run(data, context));
  expect(said).toEqual([
    'It was finished.',
    'It was not finished: sessions were ended, and the person was notified.',
  ]);
  for (const browser of [here, there])
    expect((await browser.fetch('GET', '/api/auth/account')).status).toBe(401);
  await office.emailTo(wes, /may have been changed$/);
});

test('a password that the directory refused for a link does not end the next try, which is still under way', async () => {
  add('ira', ['ira@sawtooth.example'], { givenName: ['Ira'], sn: ['Moss'] });
  const { platform } = office.server.quad;
  const { pool } = office.server.database;
  const { account } = await findAccount('ira@sawtooth.example');
  const { id, token } = await issue(account);
  const refused = await followLink(token, 19);
  expect(refused.body).toMatchObject({ reason: 'weak-password' });
  // Three minutes later.
  await pool.query("update reset_links set state = 'claimed', claims = claims + 1 where id = $1", [id]);
  const { rows: jobs } = await pool.query(
    "select data from jobs.job where name = 'password-reset.settle' and data->>'linkId' = $1",
    [id],
  );
  expect(jobs).toHaveLength(1);
  const settle = createSettle(platform, platform);
  const context = { log: platform.log, signal: new AbortController().signal };
  expect(await settle.run(jobs[0].data, context)).toBe('It was finished.');
  expect((await pool.query('select state from reset_links where id = $1', [id])).rows).toEqual([
    { state: 'claimed' },
  ]);
});

test("a link that the directory's refusal reopened ends when a newer one is used, even without a date of the last change", async () => {
  add('noa', ['noa@sawtooth.example'], { givenName: ['Noa'], sn: ['Reyes'] });
  const { pool } = office.server.database;
  const { account } = await findAccount('noa@sawtooth.example');
  const move = (id: string, state: string) =>
    pool.query('update reset_links set state = $2 where id = $1', [id, state]);
  const older = await issue(account);
  // While the directory is checking a password, the person asks for another link.
  await move(older.id, 'claimed');
  const newer = await issue(account);
  await move(older.id, 'open');
  expect((await followLink(newer.token, 0)).status).toBe(200);
  const opened = await office.visitor().send(calls.openResetLink, { body: { token: older.token } });
  expect(opened.body).toMatchObject({ status: 410, reason: 'link-over' });
});

test('a change whose response is lost counts: it is on record, others are signed out, and the person is notified', async () => {
  add('vera', [vera.principalEmail], { givenName: ['Vera'], sn: ['Quist'] });
  const [here, there] = await signInTwice('vera');
  const { port } = directory;
  onTestFinished(() => directory.open(port));
  directory.losesPasswords = true;
  expect((await here.send(calls.changeOwnPassword, { body })).body).toMatchObject({ reason: 'unclear' });
  expect((await here.fetch('GET', '/api/auth/account')).status).toBe(200);
  expect((await there.fetch('GET', '/api/auth/account')).status).toBe(401);
  await office.emailTo(vera.principalEmail, /may have been changed$/);
  const { rows } = await office.server.database.pool.query(
    "select from audit_entries where action = 'password.change' and actor_name = 'vera'",
  );
  expect(rows).toHaveLength(1);
  directory.losesPasswords = false;
  // Before anything is written, it is certain that nothing was changed.
  await directory.close();
  expect((await here.send(calls.changeOwnPassword, { body })).body).toMatchObject({
    reason: 'directory-down',
  });
});
