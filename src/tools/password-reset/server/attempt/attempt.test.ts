import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openResetLink, setPassword, successText } from '../../contract.ts';
import { type Office, openOffice, suna, tokenIn, typedBy, vera } from '../testing/reset-office.ts';

const maybe = 'If your information is accurate, you will receive an email with further instructions.';
const tooMany = 'Too many attempts: Please come on down to the campus IT office for further assistance.';
const good = 'correct otter battery staple';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.stop());

const query = async (text: string, values: unknown[] = []) =>
  (await office.server.database.pool.query(text, values)).rows;
/** The counters for names and networks start over. */
const forget = () => query('delete from throttle_counters');

async function linkFor(person: typeof suna): Promise<string> {
  const newest = async () =>
    (await query('select id from reset_links order by created_at desc limit 1'))[0]?.id;
  const before = await newest();
  const answer = await office.attempt(typedBy(person));
  expect(answer).toMatchObject({ status: 200, body: { data: { message: successText } } });
  const email = await vi.waitFor(
    async () => {
      const id = await newest();
      const found = (await office.emails()).find(({ messageId }) => messageId?.includes(id));
      if (id === before || found === undefined) throw new Error('The link was not sent.');
      return found;
    },
    { timeout: 20_000, interval: 30 },
  );
  expect(email.to).toMatchObject([{ address: person.personalEmail }]);
  await forget();
  return tokenIn(email);
}
const signInWith = (username: string, password: string) =>
  office.visitor().fetch('POST', '/api/auth/providers/demo/login', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password, redirect: '/' }).toString(),
  });

describe('someone who is locked out', () => {
  test('B18: gets a link by email, sets a password, signs in with it, and is notified at both addresses', async () => {
    expect((await office.visitor().fetch('GET', '/')).text).toContain('Forgot your password?');
    const elsewhere = await office.server.signIn('student');
    const token = await linkFor(suna);
    const visitor = office.visitor();
    const opened = await visitor.send(openResetLink, { body: { token } });
    expect(opened.body.data).toMatchObject({
      email: suna.principalEmail,
      name: 'Suna Okello Lind',
      minimumLength: 12,
    });
    for (const weak of ['too short', 'Password12345', 'my name is Okello!', 'abcabcabcabc', '123456789012']) {
      const refused = await visitor.send(setPassword, { body: { token, password: weak } });
      expect([weak, refused.status, refused.body]).toMatchObject([
        weak,
        400,
        { fields: { password: expect.any(String) } },
      ]);
    }
    expect((await visitor.send(setPassword, { body: { token, password: good } })).status).toBe(200);
    expect((await elsewhere.fetch('GET', '/api/auth/account')).status).toBe(401);
    for (const address of [suna.principalEmail, suna.personalEmail])
      expect((await office.emailTo(address, /was changed$/)).text).toContain("If this wasn't you");
    expect((await signInWith(suna.principalEmail, 'something else')).status).toBe(403);
    const back = await signInWith(` ${suna.principalEmail.toUpperCase()}`, good);
    expect([back.status, back.headers.location]).toEqual([303, '/']);
  });

  test('may type dashes, spaces, and leading zeros as they like, and skip the digits only if there are none', async () => {
    const spellings = {
      principalEmail: ' Volunteer@SAWTOOTH.example ',
      id: '800203',
      birthdate: '03/09/2005',
      personalPhoneNumber: '+1 208.555.0108',
    };
    expect((await office.attempt(spellings)).status).toBe(200);
    expect(
      (await office.attempt({ ...spellings, isInternationalStudent: true, last4ssn: '1234' })).status,
    ).toBe(200);
    expect((await office.attempt({ ...typedBy(vera), last4ssn: '1234' })).status).toBe(409);
    // B13: the flag can't drop what is on record.
    expect((await office.attempt({ ...typedBy(suna), isInternationalStudent: true })).status).toBe(409);
    expect((await office.attempt({ ...typedBy(suna), last4ssn: null })).status).toBe(409);
    await forget();
  });
});

describe('a link', () => {
  test('B14: works once, for ten minutes, for the password at the time, and every other one says the same', async () => {
    const over: [string, string][] = [];
    const first = await linkFor(suna);
    const second = await linkFor(suna);
    over.push(['a newer one was sent', first]);
    const both = await Promise.all(
      [1, 2].map(() => office.visitor().send(setPassword, { body: { token: second, password: good } })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    over.push(['used', second]);
    const third = await linkFor(suna);
    await query("update reset_links set expires_at = now() - interval '1 second' where state = 'open'");
    over.push(['too late', third]);
    const early = await linkFor(suna);
    await query("update reset_links set expires_at = expires_at + interval '1 day' where state = 'open'");
    over.push(['made while the clock was ahead', early]);
    const fourth = await linkFor(suna);
    await query('update demo_people set password_set_at = now() where email = $1', [suna.principalEmail]);
    over.push(['the password was changed in another way', fourth]);
    const fifth = await linkFor(vera);
    await query('update demo_people set disabled = true where email = $1', [vera.principalEmail]);
    over.push(['the account was turned off', fifth], ['made up', 'x'.repeat(43)], ['empty', '']);
    const texts = new Set<string>();
    for (const [what, token] of over) {
      for (const answer of [
        await office.visitor().send(openResetLink, { body: { token } }),
        await office.visitor().send(setPassword, { body: { token, password: good } }),
      ]) {
        expect([what, answer.status]).toEqual([what, 410]);
        texts.add(answer.text.replace(/"requestId":"[^"]*"/, ''));
      }
    }
    expect(texts.size).toBe(1);
    await query('update demo_people set disabled = false');
  });

  test('B15: no GET uses it up, and its token reaches no server', async () => {
    const token = await linkFor(suna);
    for (const path of [
      '/support/password-reset/new-password',
      `/support/password-reset/new-password?${token}`,
      `/api/support/password-reset/link?token=${token}`,
    ])
      await office.visitor().fetch('GET', path, { headers: { 'sec-purpose': 'prefetch' } });
    expect((await office.visitor().send(openResetLink, { body: { token } })).status).toBe(200);
    expect((await office.visitor().send(openResetLink, { body: { token } })).status).toBe(200);
  });
});

describe('a stranger', () => {
  test('B11: learns nothing about anyone: every attempt that fails gets the same response', async () => {
    await query(
      `insert into reset_exclusions (id, principal_email, reason, created_by, expires_at)
       values (gen_random_uuid(), $1, '', 'IT', now() + interval '1 day')`,
      [vera.principalEmail],
    );
    const kinds = {
      'no such account': { ...typedBy(suna), principalEmail: 'no.one@sawtooth.example' },
      'a wrong fact': { ...typedBy(suna), id: '999999' },
      excluded: typedBy(vera),
      protected: { ...typedBy(suna), principalEmail: 'it@sawtooth.example' },
      'facts of someone else': { ...typedBy(suna), principalEmail: 'staff@sawtooth.example' },
    };
    const seen = new Set<string>();
    for (const typed of Object.values(kinds)) {
      const began = performance.now();
      const { status, headers, text } = await office.attempt(typed);
      // A rough bound; `npm run torture -- reset-timing` has the statistics.
      expect(performance.now() - began).toBeGreaterThan(295);
      const { date: _now, ...same } = headers;
      seen.add(JSON.stringify([status, same, text.replace(/"requestId":"[^"]{36}"/, '')]));
      expect(text).toContain(maybe);
    }
    expect([...seen]).toHaveLength(1);
    const jobs = await query(
      "select count(*)::int as n from jobs.job where name = 'password-reset.send-link' and state < 'completed'",
    );
    expect(jobs[0].n).toBe(0);
    await query('delete from reset_exclusions');
    await forget();
  });

  test.each([[''], [null], [[]], [{}], ['bm90IGEgY2FwdGNoYQ=='], [undefined]])(
    'B01: a captcha of %j is refused and counted, and nothing is looked up',
    async (captchaValue) => {
      const before = await query('select count(*)::int as n from reset_attempts');
      const network = office.newNetwork();
      const refused = await office.attempt({ ...typedBy(suna), captchaValue }, network);
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { fields: { captchaValue: expect.any(String) } },
      ]);
      expect(await query('select count(*)::int as n from reset_attempts')).toEqual(before);
      expect(
        await query('select count from throttle_counters where key = $1', [
          `password-reset network:${network}`,
        ]),
      ).toEqual([{ count: 1 }]);
      expect(await query("select from throttle_counters where key like 'password-reset name%'")).toEqual([]);
      await forget();
    },
  );

  test('B02: one captcha works once, even if sent fifty times at once', async () => {
    const captchaValue = await office.solve();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => office.attempt({ ...typedBy(suna), id: '1', captchaValue })),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    await forget();
  });

  test.each([
    [['v@sawtooth.example', 'a@evil.example']],
    [{ $ne: '' }],
    [7],
    [`${'x'.repeat(15_000)}@sawtooth.example`],
    ['student@sawtooth.example\u0000'],
  ])('B04: the name %.40j is refused, and nothing is looked up', async (principalEmail) => {
    const before = await query('select count(*)::int as n from reset_attempts');
    expect((await office.attempt({ ...typedBy(suna), principalEmail })).status).toBe(400);
    expect(await query('select count(*)::int as n from reset_attempts')).toEqual(before);
  });

  test('B09: five tries for one name from five networks are enough, however it is spelled, and the person can sign in', async () => {
    const spellings = [
      'student@sawtooth.example',
      'STUDENT@sawtooth.example',
      ' student@Sawtooth.Example',
      'ｓtudent@sawtooth.example',
    ];
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      const principalEmail = spellings[count % 3];
      statuses.push(
        (await office.attempt({ ...typedBy(suna), principalEmail, last4ssn: `000${count}` })).status,
      );
    }
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429, 429]);
    const limited = await office.attempt(typedBy(suna));
    expect([limited.status, limited.text]).toEqual([429, expect.stringContaining(tooMany)]);
    // A name that no one has is counted the same way.
    for (let count = 0; count < 5; count += 1)
      await office.attempt({ ...typedBy(suna), principalEmail: 'no.one@sawtooth.example' });
    expect(
      (await office.attempt({ ...typedBy(suna), principalEmail: 'no.one@sawtooth.example' })).status,
    ).toBe(429);
    await office.server.signIn('student');
    await forget();
  });

  test('B06: the link leads to the portal, whatever host a request claims', async () => {
    const from = (headers: Record<string, string>) =>
      office.solve().then((captchaValue) =>
        office.visitor().fetch('POST', '/api/support/password-reset/attempt', {
          remoteAddress: office.newNetwork(),
          headers: { 'content-type': 'application/json', ...headers },
          payload: JSON.stringify({ ...typedBy(suna), captchaValue }),
        }),
      );
    const before = await office.emails();
    for (const host of ['evil.example', 'localhost:3000@evil.example'])
      expect([host, (await from({ host })).status]).toEqual([host, 421]);
    const claims = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'http://localhost:3000',
    };
    expect((await from(claims)).status).toBe(200);
    await vi.waitFor(async () => expect(await office.emails()).toHaveLength(before.length + 1), {
      timeout: 20_000,
    });
    const links = (await office.emails()).map(({ text = '' }) => /https?:\S+#/.exec(text)?.[0]);
    expect(new Set(links.filter((link) => link !== undefined))).toEqual(
      new Set(['http://localhost:3000/support/password-reset/new-password#']),
    );
    expect(JSON.stringify(await office.emails())).not.toContain('evil.example');
    await forget();
  });

  test('B07: gains nothing by claiming addresses, and B10: a second instance shares the count', async () => {
    const other = await openOffice({ database: office.server.database, people: [] });
    const body = async () => ({
      ...typedBy(suna),
      principalEmail: `a${Math.random()}@sawtooth.example`,
      captchaValue: await office.solve(),
    });
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const answer = await (count % 2 === 0 ? office : other)
        .visitor()
        .fetch('POST', '/api/support/password-reset/attempt', {
          remoteAddress: '198.51.100.7',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${count}` },
          payload: JSON.stringify(await body()),
        });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(409), 429, 429]);
    await other.stop();
    await forget();
  });
});
