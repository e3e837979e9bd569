import { beforeEach, describe, expect, it } from 'vitest';
import { forgedCollegeForTests } from './testing/forged-college.ts';
import { sendJson } from './testing/forging-provider.ts';

type Claims = Record<string, unknown>;
const college = forgedCollegeForTests();

describe('the email address', () => {
  it.each<[string, Claims]>([
    ['that is not confirmed', { email_verified: false }],
    ['that nothing is said about', { email_verified: undefined }],
    ['with the word "false"', { email_verified: 'false' }],
    ['with a yes in a list', { email_verified: [true] }],
    ['with any other word', { email_verified: 'yes' }],
  ])('%s is refused, and no account is touched', async (_what, changes) => {
    await college.signedIn();
    await college.signEverybodyOut();
    college.claiming({ ...changes, sub: 'sub-attacker' });
    const answer = await college.refused();
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('not confirmed');
    expect(await college.database.selectFrom('link_requests').select('id').execute()).toEqual([]);
  });

  it.each([
    'ida@evil.example',
    'ida@sawtooth.example.evil.com',
    'ida@mail.sawtooth.example',
    'ida@evilsawtooth.example',
    'ida@evil.com@sawtooth.example',
    '"ida@evil.com "@sawtooth.example',
    'ida@sawtooth.example@evil.com',
    'ıda@sawtooth.example',
    'ida@sawtooth.examplé',
    'ida@sawtooth．example',
    'ida@sawtooth.example\u0000',
    'ida@sawtooth.example,evil@evil.com',
    '',
    'ida',
  ])('%j is not an address of the college', async (email) => {
    college.claiming({ email });
    expect((await college.refused()).status).toBe(403);
  });

  it.each([[['ida@sawtooth.example']], [{ address: 'ida@sawtooth.example' }], [7], [null], [undefined]])(
    'that is not text (%j) is refused',
    async (email) => {
      college.claiming({ email });
      const answer = await college.refused();
      expect([answer.status, answer.text.includes('no email address')]).toEqual([403, true]);
    },
  );

  it('is compared in lower case, so that capitals do not make a second person', async () => {
    college.claiming({ email: ' Ida@Sawtooth.EXAMPLE' });
    expect((await college.signedIn()).email).toBe('ida@sawtooth.example');
    await college.signEverybodyOut();
    college.claiming({ email: 'IDA@SAWTOOTH.EXAMPLE', sub: 'sub-other' });
    expect((await college.refused()).text).toContain('An administrator needs to link');
  });

  it('may be vouched for by another claim, as at Entra', async () => {
    college.claiming({ email_verified: undefined, xms_edov: 1 });
    expect((await college.signedIn('entra')).email).toBe('ida@sawtooth.example');
  });

  describe('that the token does not have', () => {
    const told = { email: 'ida@sawtooth.example', email_verified: true, name: 'Ida of Userinfo' };
    // What vouches for an address comes with it.
    beforeEach(() => college.claiming({ email: undefined, email_verified: true, name: undefined }));

    it('comes from userinfo, with the name, and no one is asked where the token has one', async () => {
      college.provider.userInfo = told;
      const { email, name, groups } = await college.signedIn();
      expect([email, name, groups]).toEqual([told.email, told.name, ['Domain-Staff']]);
      await college.signEverybodyOut();
      college.provider.requests.length = 0;
      college.claiming({});
      await college.signedIn();
      expect(college.provider.requests).not.toContain('/userinfo');
    });

    it.each<[string, Claims, number, string]>([
      ['does not vouch for it', { email_verified: undefined }, 403, 'not confirmed'],
      ['is about someone else', { sub: 'sub-other' }, 403, 'no email address'],
      ['does not have it either', { email: undefined }, 403, 'no email address'],
    ])('is refused where userinfo %s', async (_what, changes, status, text) => {
      college.provider.userInfo = { ...told, ...changes };
      const answer = await college.refused();
      expect([answer.status, answer.text.includes(text)]).toEqual([status, true]);
    });

    it('waits for a userinfo that is down', async () => {
      college.provider.answers.set('/userinfo', (_request, response) => void response.writeHead(503).end());
      expect((await college.refused()).status).toBe(503);
    });
  });

  it('is trusted without a claim only where the college says so', async () => {
    college.claiming({ email: undefined, email_verified: undefined, upn: 'ida@sawtooth.example' });
    expect((await college.signedIn('trusting')).email).toBe('ida@sawtooth.example');
  });
});

describe('names', () => {
  it.each<[string, Claims, string]>([
    ['are made one line without direction marks', { name: ' Ida\u202e\r\n  Lorne\u0000 ' }, 'Ida Lorne'],
    [
      'are put together when only their parts are sent',
      { name: undefined, given_name: 'Ida', family_name: 'Lorne' },
      'Ida Lorne',
    ],
    ['are taken from the address when none are sent', { name: '' }, 'ida'],
    ['are bounded', { name: 'x'.repeat(5_000) }, 'x'.repeat(200)],
    ['that are not text are ignored', { name: { $gt: '' } }, 'ida'],
  ])('%s', async (_what, changes, expected) => {
    college.claiming(changes);
    expect((await college.signedIn()).name).toBe(expected);
  });
});

describe('groups', () => {
  const beyond = {
    groups: undefined,
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'http://localhost:1/' } },
  };

  it('that are missing are none', async () => {
    college.claiming({ groups: undefined });
    expect((await college.signedIn()).groups).toEqual([]);
  });

  it('given as one text are one group', async () => {
    college.claiming({ groups: 'guid-staff' });
    expect((await college.signedIn()).groups).toEqual(['Domain-Staff']);
  });

  it('that the provider may not assert are dropped, even under our own name', async () => {
    college.claiming({ groups: ['Domain-IT', 'GUID-IT', 'guid-it ', '__proto__', 'Domain-Student'] });
    expect((await college.signedIn()).groups).toEqual(['Domain-Student']);
  });

  it.each([[7], [{ 0: 'guid-it' }], [[['guid-it']]], [[1, 2]], [true]])(
    'of an unknown form (%j) stop the sign-in',
    async (groups) => {
      college.claiming({ groups });
      expect((await college.refused()).text).toContain('Your groups could not be read');
    },
  );

  it.each<[string, Claims]>([
    ['in a token that names another source', beyond],
    ['in a token that only says so', { groups: undefined, hasgroups: true }],
  ])('too many %s stop the sign-in with a clear text', async (_what, claims) => {
    college.claiming(claims);
    const answer = await college.refused();
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('too many groups');
  });

  it('too many for a token are read from Graph where that is configured, not from the address in the token', async () => {
    college.claiming({
      ...beyond,
      xms_edov: true,
      _claim_sources: { src1: { endpoint: `${college.provider.issuer}/planted` } },
    });
    college.provider.answers.set('/graph/me/getMemberGroups', (request, response, body) => {
      expect(request.headers.authorization).toBe('Bearer access');
      expect(JSON.parse(body)).toEqual({ securityEnabledOnly: true });
      sendJson(response, 200, { value: ['guid-it', 'guid-of-another-system'] });
    });
    expect((await college.signedIn('entra')).groups).toEqual(['Domain-IT']);
    expect(college.provider.requests).not.toContain('/planted');
  });

  it.each<[string, number, unknown, number, string]>([
    ['does not allow it', 403, {}, 403, 'could not be read'],
    ['responds with nonsense', 200, { value: 'guid-it' }, 403, 'could not be read'],
    ['is down', 500, {}, 503, 'cannot be reached'],
    ['is tired of our requests', 429, {}, 503, 'cannot be reached'],
  ])('stop the sign-in when Graph %s', async (_what, status, body, expected, text) => {
    college.claiming({ ...beyond, xms_edov: true });
    college.provider.answers.set('/graph/me/getMemberGroups', (_request, response) =>
      sendJson(response, status, body),
    );
    const answer = await college.refused('entra');
    expect([answer.status, answer.text.includes(text)]).toEqual([expected, true]);
  });

  it('too many for a token are read from userinfo where that is configured; the sign-in stops when it has too many as well', async () => {
    college.claiming(beyond);
    college.provider.userInfo = { groups: ['guid-staff'] };
    expect((await college.signedIn('overage-by-userinfo')).groups).toEqual(['Domain-Staff']);
    await college.signEverybodyOut();
    college.provider.userInfo = { _claim_names: { groups: 'src1' } };
    expect((await college.refused('overage-by-userinfo')).text).toContain('too many groups');
  });

  it('come from userinfo alone when the token has none', async () => {
    college.claiming({ groups: ['guid-it'] });
    college.provider.userInfo = { groups: ['guid-staff'] };
    expect((await college.signedIn('by-userinfo')).groups).toEqual(['Domain-Staff']);
  });

  it('of another subject are not taken', async () => {
    college.provider.userInfo = { sub: 'sub-other', groups: ['guid-it'] };
    expect((await college.refused('by-userinfo')).status).toBe(400);
  });
});
