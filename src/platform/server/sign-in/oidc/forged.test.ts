import { createHmac, createPublicKey } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { TestClient } from '../../testing/test-client.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { TestBrowser } from './testing/browser.ts';
import { type Asked, encodeUnsigned, ForgingProvider, sendJson } from './testing/forging-provider.ts';
import { collegeEntry, openPortal } from './testing/portal.ts';
import { clientSecret } from './testing/real-provider.ts';

type Claims = Record<string, unknown>;
const skew = 300;
const logLines: Record<string, unknown>[] = [];
let provider: ForgingProvider;
let portal: TestServer;

beforeAll(async () => {
  provider = new ForgingProvider();
  await provider.open();
  const { issuer } = provider;
  const entra = { verifiedClaim: 'xms_edov', overage: 'graph', graphUrl: `${issuer}/graph` };
  portal = await openPortal(
    [
      collegeEntry(issuer, { photoUrl: `${issuer}/photo` }),
      collegeEntry(issuer, { name: 'entra', ...entra }),
      collegeEntry(issuer, { name: 'overage-by-userinfo', overage: 'userinfo' }),
      collegeEntry(issuer, { name: 'by-userinfo', groupsFrom: 'userinfo' }),
      collegeEntry(issuer, { name: 'trusting', trustEmail: true, emailClaim: 'upn' }),
    ],
    { logLines },
  );
});
afterAll(async () => {
  await portal.stop();
  await provider.close();
});
beforeEach(async () => {
  await portal.database.database.deleteFrom('people').execute();
  await portal.database.database.deleteFrom('throttle_counters').execute();
  logLines.length = 0;
});
afterEach(() => provider.reset());

const signIn = async (name = 'college') => {
  const browser = new TestBrowser(new TestClient(portal.quad.app));
  const callback = provider.authorize(await browser.begin(name));
  const answer = await browser.navigate(callback);
  return { answer, client: browser.client };
};
const signedIn = async (name = 'college') => {
  const { answer, client } = await signIn(name);
  expect(answer.status).toBe(303);
  return (await client.fetch('GET', '/api/auth/account')).body as {
    email: string;
    groups: string[];
    name: string;
  };
};
/** Refused with a page, without a session or a person, with one log line that names nobody. */
const refused = async (name = 'college') => {
  const { answer, client } = await signIn(name);
  expect(client.cookies.has('quad-session')).toBe(false);
  expect(await portal.database.database.selectFrom('sessions').select('id').execute()).toEqual([]);
  expect(logLines.filter(({ msg }) => msg === 'sign-in refused')).toHaveLength(1);
  expect(JSON.stringify(logLines)).not.toMatch(/ida|lorne|evil|@/i);
  return answer;
};
const claiming = (changes: Claims) => {
  provider.idToken = ({ claims }) => provider.sign(without({ ...claims, ...changes }));
};
/** Claims that are `undefined` are left out. */
const without = (claims: Claims) =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
const now = () => Math.floor(Date.now() / 1_000);
const hmac =
  (secret: string | Buffer) =>
  async ({ claims }: Asked) => {
    const unsigned = encodeUnsigned({ alg: 'HS256', typ: 'JWT' }, claims).replace(/\.$/, '');
    return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
  };

it('an honest answer of this provider is accepted, so that each refusal below has its own reason', async () => {
  expect(await signedIn()).toMatchObject({ email: 'ida@sawtooth.example', groups: ['Domain-Staff'] });
});

describe('an ID token is refused', () => {
  it.each<[string, Claims]>([
    ['with another nonce', { nonce: 'of another sign-in' }],
    ['without a nonce', { nonce: undefined }],
    ['for another client', { aud: 'another' }],
    ['for nobody', { aud: undefined }],
    ['for several, without saying for whom', { aud: ['quad', 'another'] }],
    ['for several, authorised for another', { aud: ['quad', 'another'], azp: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of an issuer that differs by a slash', { iss: 'http://localhost/' }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject longer than the standard allows', { sub: 's'.repeat(256) }],
    ['with a subject that is no text', { sub: 7 }],
    ['without an end', { exp: undefined }],
    ['whose end is text', { exp: '9999999999' }],
    ['without a beginning', { iat: undefined }],
  ])('%s', async (_what, changes) => {
    claiming(changes);
    const answer = await refused();
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('cannot be trusted');
  });

  it('that has ended a second beyond the tolerated difference of clocks; the page names the clock', async () => {
    claiming({ exp: now() - skew - 1, iat: now() - skew - 100 });
    const answer = await refused();
    expect([answer.status, answer.text.includes('The clocks do not agree')]).toEqual([400, true]);
  });

  it.each<[string, () => Claims]>([
    ['that is valid only ten minutes from now', () => ({ nbf: now() + 600 })],
    ['that was issued ten minutes from now', () => ({ iat: now() + 600, exp: now() + 900 })],
  ])('%s', async (_what, changes) => {
    claiming(changes());
    const answer = await refused();
    expect([answer.status, answer.text.includes('The clocks do not agree')]).toEqual([400, true]);
  });

  it.each<[string, (asked: Asked) => Promise<string | undefined>]>([
    ['that is missing', async () => undefined],
    ['that is no token', async () => 'not.a.token'],
    ['with alg none', async ({ claims }) => encodeUnsigned({ alg: 'none' }, claims)],
    ['with alg None', async ({ claims }) => encodeUnsigned({ alg: 'None' }, claims)],
    [
      'with alg none and a signature',
      async ({ claims }) => encodeUnsigned({ alg: 'none', kid: 'honest' }, claims, 'AAAA'),
    ],
    ['with HS256 under the client secret', hmac(clientSecret)],
    [
      'with HS256 under the public key',
      (asked) =>
        hmac(
          createPublicKey({ key: provider.publicKey as never, format: 'jwk' }).export({
            type: 'spki',
            format: 'pem',
          }),
        )(asked),
    ],
    [
      'with RS512, which nobody agreed on',
      ({ claims }) =>
        provider
          .sign(claims, { alg: 'RS512' })
          .catch(async () => encodeUnsigned({ alg: 'RS512', kid: 'honest' }, claims, 'AAAA')),
    ],
    ['without a signature', async ({ claims }) => (await provider.sign(claims)).replace(/[^.]+$/, '')],
    [
      'with other claims under the signature',
      async ({ claims }) => {
        const [header, , signature] = (await provider.sign(claims)).split('.');
        const forged = Buffer.from(JSON.stringify({ ...claims, groups: ['guid-it'] })).toString('base64url');
        return `${header}.${forged}.${signature}`;
      },
    ],
    [
      'under a key that the provider does not publish',
      async ({ claims }) => {
        const { privateKey } = await generateKeyPair('RS256');
        return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'honest' }).sign(privateKey);
      },
    ],
    ['naming a key that does not exist', ({ claims }) => provider.sign(claims, { kid: 'unknown' })],
    [
      'bringing its own key',
      async ({ claims }) => {
        const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
        const { exportJWK } = await import('jose');
        return new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) })
          .sign(privateKey);
      },
    ],
  ])('%s', async (_what, make) => {
    provider.idToken = make;
    const answer = await refused();
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('cannot be trusted');
  });
});

describe('clocks that differ a little', () => {
  it.each<[string, () => Claims]>([
    ['an end just passed', () => ({ iat: now() - 400, exp: now() - skew + 10 })],
    ['issued four minutes from now', () => ({ iat: now() + 240, exp: now() + 540 })],
  ])('%s is accepted', async (_what, changes) => {
    claiming(changes());
    expect((await signedIn()).email).toBe('ida@sawtooth.example');
  });
});

describe('the e-mail address', () => {
  it.each<[string, Claims]>([
    ['that is not confirmed', { email_verified: false }],
    ['about which nothing is said', { email_verified: undefined }],
    ['with a no in words', { email_verified: 'false' }],
    ['with a yes in a list', { email_verified: [true] }],
    ['with any other word', { email_verified: 'yes' }],
  ])('%s is refused, and nobody’s account is touched', async (_what, changes) => {
    await signedIn();
    await portal.database.database.deleteFrom('sessions').execute();
    logLines.length = 0;
    claiming({ ...changes, sub: 'sub-attacker' });
    const answer = await refused();
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('not confirmed');
    expect(await portal.database.database.selectFrom('link_requests').select('id').execute()).toEqual([]);
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
  ])('%j is not one of the college', async (email) => {
    claiming({ email });
    expect((await refused()).status).toBe(403);
  });

  it.each([[['ida@sawtooth.example']], [{ address: 'ida@sawtooth.example' }], [7], [null], [undefined]])(
    'that is no text (%j) is refused',
    async (email) => {
      claiming({ email });
      const answer = await refused();
      expect([answer.status, answer.text.includes('no e-mail address')]).toEqual([403, true]);
    },
  );

  it('is compared in lower case, so that capitals make no second person', async () => {
    claiming({ email: ' Ida@Sawtooth.EXAMPLE' });
    expect((await signedIn()).email).toBe('ida@sawtooth.example');
    await portal.database.database.deleteFrom('sessions').execute();
    logLines.length = 0;
    claiming({ email: 'IDA@SAWTOOTH.EXAMPLE', sub: 'sub-other' });
    expect((await refused()).text).toContain('An administrator has to link');
  });

  it('may be vouched for by another claim, as at Entra', async () => {
    claiming({ email_verified: undefined, xms_edov: 1 });
    expect((await signedIn('entra')).email).toBe('ida@sawtooth.example');
  });

  it('is trusted without a claim only where the college says so', async () => {
    claiming({ email: undefined, email_verified: undefined, upn: 'ida@sawtooth.example' });
    expect((await signedIn('trusting')).email).toBe('ida@sawtooth.example');
  });
});

describe('names', () => {
  it.each<[string, Claims, string]>([
    ['are made one line without direction marks', { name: ' Ida\u202e\r\n  Lorne\u0000 ' }, 'Ida Lorne'],
    [
      'are put together when only their parts are told',
      { name: undefined, given_name: 'Ida', family_name: 'Lorne' },
      'Ida Lorne',
    ],
    ['are taken from the address when nothing is told', { name: '' }, 'ida'],
    ['are bounded', { name: 'x'.repeat(5_000) }, 'x'.repeat(200)],
    ['that are no text are ignored', { name: { $gt: '' } }, 'ida'],
  ])('%s', async (_what, changes, expected) => {
    claiming(changes);
    expect((await signedIn()).name).toBe(expected);
  });
});

describe('groups', () => {
  const beyond = {
    groups: undefined,
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'http://localhost:1/' } },
  };

  it('that are missing are none', async () => {
    claiming({ groups: undefined });
    expect((await signedIn()).groups).toEqual([]);
  });

  it('of one text are one group', async () => {
    claiming({ groups: 'guid-staff' });
    expect((await signedIn()).groups).toEqual(['Domain-Staff']);
  });

  it('that the provider may not assert are dropped, also under our own name', async () => {
    claiming({ groups: ['Domain-IT', 'GUID-IT', 'guid-it ', '__proto__', 'Domain-Student'] });
    expect((await signedIn()).groups).toEqual(['Domain-Student']);
  });

  it.each([[7], [{ 0: 'guid-it' }], [[['guid-it']]], [[1, 2]], [true]])(
    'of an unknown form (%j) stop the sign-in',
    async (groups) => {
      claiming({ groups });
      expect((await refused()).text).toContain('Your groups could not be read');
    },
  );

  it.each<[string, Claims]>([
    ['in a token that names another source', beyond],
    ['in a token that only says so', { groups: undefined, hasgroups: true }],
  ])('too many %s stop the sign-in with a clear text', async (_what, claims) => {
    claiming(claims);
    const answer = await refused();
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('so many groups');
  });

  it('too many for a token are read from Graph where that is configured, not from the address in the token', async () => {
    claiming({
      ...beyond,
      xms_edov: true,
      _claim_sources: { src1: { endpoint: `${provider.issuer}/planted` } },
    });
    provider.answers.set('/graph/me/getMemberGroups', (request, response, body) => {
      expect(request.headers.authorization).toBe('Bearer access');
      expect(JSON.parse(body)).toEqual({ securityEnabledOnly: true });
      sendJson(response, 200, { value: ['guid-it', 'guid-of-another-system'] });
    });
    expect((await signedIn('entra')).groups).toEqual(['Domain-IT']);
    expect(provider.requests).not.toContain('/planted');
  });

  it.each<[string, number, unknown, number, string]>([
    ['does not allow it', 403, {}, 403, 'could not be read'],
    ['answers nonsense', 200, { value: 'guid-it' }, 403, 'could not be read'],
    ['is down', 500, {}, 503, 'cannot be reached'],
    ['has had enough of us', 429, {}, 503, 'cannot be reached'],
  ])('stop the sign-in when Graph %s', async (_what, status, body, expected, text) => {
    claiming({ ...beyond, xms_edov: true });
    provider.answers.set('/graph/me/getMemberGroups', (_request, response) =>
      sendJson(response, status, body),
    );
    const answer = await refused('entra');
    expect([answer.status, answer.text.includes(text)]).toEqual([expected, true]);
  });

  it('too many for a token are read from userinfo where that is configured, and stop there when it has too many as well', async () => {
    claiming(beyond);
    provider.userInfo = { groups: ['guid-staff'] };
    expect((await signedIn('overage-by-userinfo')).groups).toEqual(['Domain-Staff']);
    await portal.database.database.deleteFrom('sessions').execute();
    logLines.length = 0;
    provider.userInfo = { _claim_names: { groups: 'src1' } };
    expect((await refused('overage-by-userinfo')).text).toContain('so many groups');
  });

  it('come from userinfo alone where the token has none', async () => {
    claiming({ groups: ['guid-it'] });
    provider.userInfo = { groups: ['guid-staff'] };
    expect((await signedIn('by-userinfo')).groups).toEqual(['Domain-Staff']);
  });

  it('of another subject are not taken', async () => {
    provider.userInfo = { sub: 'sub-other', groups: ['guid-it'] };
    expect((await refused('by-userinfo')).status).toBe(400);
  });
});

describe('a provider that misbehaves', () => {
  it('and accepts a code twice does not make a callback good twice: the mark is ours, and all instances share it', async () => {
    const browser = new TestBrowser(new TestClient(portal.quad.app));
    const callback = provider.authorize(await browser.begin('college'));
    const kept = new Map(browser.client.cookies);
    expect((await browser.navigate(callback)).status).toBe(303);
    const replay = new TestBrowser(new TestClient(portal.quad.app));
    for (const [name, value] of kept) replay.client.cookies.set(name, value);
    expect((await replay.navigate(callback)).status).toBe(400);
    expect(replay.client.cookies.has('quad-session')).toBe(false);
    expect(provider.requests.filter((path) => path === '/token')).toHaveLength(1);
  });

  it.each<[string, (provider: ForgingProvider) => void]>([
    [
      'answers 500 for tokens',
      ({ answers }) =>
        answers.set('/token', (_request, response) => sendJson(response, 500, { error: 'oops' })),
    ],
    [
      'answers a page for tokens',
      ({ answers }) =>
        answers.set(
          '/token',
          (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
        ),
    ],
    ['cuts the line', ({ answers }) => answers.set('/token', (request) => void request.socket.destroy())],
    ['never answers', ({ answers }) => answers.set('/token', () => undefined)],
  ])('and %s ends with 503 and a way to try again', async (_what, misbehave) => {
    misbehave(provider);
    const answer = await refused();
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('/api/auth/providers/college/login?redirect=');
    expect(answer.headers['retry-after']).toBeDefined();
  });

  it('and redirects our question for tokens elsewhere is not followed', async () => {
    provider.answers.set(
      '/token',
      (_request, response) => void response.writeHead(307, { location: `${provider.issuer}/planted` }).end(),
    );
    await refused();
    expect(provider.requests).not.toContain('/planted');
  });

  it.each([
    ['access_denied', 403, 'You are not signed in'],
    ['server_error', 503, 'cannot be reached'],
    ['temporarily_unavailable', 503, 'cannot be reached'],
    ['login_required', 403, 'You are not signed in'],
    ['invalid_scope', 400, 'cannot be trusted'],
    ['<script>alert(1)</script>', 400, 'cannot be trusted'],
  ])('and sends the error %s gives a page for people', async (error, status, text) => {
    const browser = new TestBrowser(new TestClient(portal.quad.app));
    const callback = new URL(provider.authorize(await browser.begin('college')), 'http://localhost:3000');
    callback.searchParams.delete('code');
    callback.searchParams.set('error', error);
    callback.searchParams.set('error_description', 'ida@sawtooth.example <script>');
    const answer = await browser.navigate(callback.pathname + callback.search);
    expect([answer.status, answer.text.includes(text), answer.text.includes('<script')]).toEqual([
      status,
      true,
      false,
    ]);
    expect(JSON.stringify(logLines)).not.toMatch(/script|@/);
  });

  it('and offers only algorithms that are not accepted cannot be used', async () => {
    provider.metadata.id_token_signing_alg_values_supported = ['none', 'HS256'];
    onTestFinished(() => void delete provider.metadata.id_token_signing_alg_values_supported);
    const own = await openPortal([collegeEntry(provider.issuer)]);
    onTestFinished(() => own.stop());
    const answer = await own.visitor.fetch('GET', '/api/auth/providers/college/login', {
      headers: { accept: 'text/html' },
    });
    expect(answer.status).toBe(503);
  });

  it('and calls itself by another name than configured cannot be used', async () => {
    provider.metadata.issuer = 'https://evil.example';
    onTestFinished(() => void delete provider.metadata.issuer);
    const own = await openPortal([collegeEntry(provider.issuer)]);
    onTestFinished(() => own.stop());
    expect((await own.visitor.fetch('GET', '/api/auth/providers/college/login')).status).toBe(503);
  });
});

describe('the photo of a provider', () => {
  const photoOf = async () => {
    const { client } = await signIn();
    return client.fetch('GET', '/api/auth/providers/college/user-photo');
  };
  const sendPhoto = (bytes: Buffer, status = 200) =>
    provider.answers.set(
      '/photo',
      (_request, response) => void response.writeHead(status, { 'content-type': 'image/jpeg' }).end(bytes),
    );

  it('is drawn anew, without what the file carried', async () => {
    const source = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#884422' } })
      .withExif({ IFD0: { Copyright: 'home of the person' } })
      .jpeg()
      .toBuffer();
    expect(source.includes('home of the person')).toBe(true);
    sendPhoto(source);
    const answer = await photoOf();
    const bytes = Buffer.from(answer.text, 'base64');
    const { format, width, height, exif } = await sharp(bytes).metadata();
    expect([format, width, height, exif]).toEqual(['jpeg', 96, 96, undefined]);
    expect(bytes.includes('home of the person')).toBe(false);
  });

  it('that goes away there goes away here; one that cannot be read stays', async () => {
    sendPhoto(
      await sharp({ create: { width: 96, height: 96, channels: 3, background: '#884422' } })
        .png()
        .toBuffer(),
    );
    expect((await photoOf()).status).toBe(200);
    sendPhoto(Buffer.from('oops'), 500);
    expect((await photoOf()).status).toBe(200);
    sendPhoto(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect((await photoOf()).status).toBe(200);
    sendPhoto(Buffer.alloc(0), 404);
    expect((await photoOf()).status).toBe(404);
  });
});
