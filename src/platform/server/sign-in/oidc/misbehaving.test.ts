import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TestClient } from '../../testing/test-client.ts';
import { TestBrowser } from './testing/browser.ts';
import { forgedCollegeForTests } from './testing/forged-college.ts';
import { type ForgingProvider, sendJson } from './testing/forging-provider.ts';
import { collegeEntry, openPortal } from './testing/portal.ts';

const college = forgedCollegeForTests();

describe('a provider that misbehaves', () => {
  it('and accepts a code twice does not make a callback good twice: the mark is ours, and all instances share it', async () => {
    const browser = college.visitor();
    const callback = college.provider.authorize(await browser.begin('college'));
    const kept = new Map(browser.client.cookies);
    expect((await browser.navigate(callback)).status).toBe(303);
    const replay = college.visitor();
    for (const [name, value] of kept) replay.client.cookies.set(name, value);
    expect((await replay.navigate(callback)).headers.location).toContain(college.provider.issuer);
    expect(replay.client.cookies.has('quad-session')).toBe(false);
    expect(college.provider.requests.filter((path) => path === '/token')).toHaveLength(1);
  });

  it.each<[string, (provider: ForgingProvider) => void]>([
    [
      'responds with 500 for tokens',
      ({ answers }) =>
        answers.set('/token', (_request, response) => sendJson(response, 500, { error: 'oops' })),
    ],
    [
      'responds with a page for tokens',
      ({ answers }) =>
        answers.set(
          '/token',
          (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
        ),
    ],
    [
      'drops the connection',
      ({ answers }) => answers.set('/token', (request) => void request.socket.destroy()),
    ],
    ['never responds', ({ answers }) => answers.set('/token', () => undefined)],
  ])('and %s ends with 503 and a way to try again', async (_what, misbehave) => {
    misbehave(college.provider);
    const answer = await college.refused();
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('/api/auth/providers/college/login?redirect=');
    expect(answer.headers['retry-after']).toBeDefined();
  });

  it.each(['a\nb', 'a\0b', 'é', 'a\u2028b'])(
    'and sends the access token %j, which fits into no header, ends with a page that says so',
    async (accessToken) => {
      college.provider.accessToken = accessToken;
      expect((await college.refused()).status).toBe(400);
      expect(college.logLines).toContainEqual(expect.objectContaining({ finding: 'access token' }));
    },
  );

  it('and redirects our token request is not followed', async () => {
    college.provider.answers.set(
      '/token',
      (_request, response) =>
        void response.writeHead(307, { location: `${college.provider.issuer}/planted` }).end(),
    );
    await college.refused();
    expect(college.provider.requests).not.toContain('/planted');
  });

  it.each([
    ['access_denied', 403, 'You are not signed in'],
    ['server_error', 503, 'cannot be reached'],
    ['temporarily_unavailable', 503, 'cannot be reached'],
    ['login_required', 403, 'You are not signed in'],
    ['invalid_scope', 400, 'could not be verified'],
    ['<script>alert(1)</script>', 400, 'could not be verified'],
  ])('and sends the error %s results in a page for people', async (error, status, text) => {
    const browser = college.visitor();
    const callback = new URL(
      college.provider.authorize(await browser.begin('college')),
      'http://localhost:3000',
    );
    callback.searchParams.delete('code');
    callback.searchParams.set('error', error);
    callback.searchParams.set('error_description', 'ida@sawtooth.example <script>');
    const answer = await browser.navigate(callback.pathname + callback.search);
    expect([answer.status, answer.text.includes(text), answer.text.includes('<script')]).toEqual([
      status,
      true,
      false,
    ]);
    expect(JSON.stringify(college.logLines)).not.toMatch(/script|@/);
  });

  it('and offers only algorithms that are not accepted cannot be used', async () => {
    college.provider.metadata.id_token_signing_alg_values_supported = ['none', 'HS256'];
    onTestFinished(() => void delete college.provider.metadata.id_token_signing_alg_values_supported);
    const own = await openPortal([collegeEntry(college.provider.issuer)]);
    onTestFinished(() => own.stop());
    const answer = await own.visitor.fetch('GET', '/api/auth/providers/college/login', {
      headers: { accept: 'text/html' },
    });
    expect(answer.status).toBe(503);
  });

  it('and signs with an algorithm that the college does not accept is refused', async () => {
    college.provider.metadata.id_token_signing_alg_values_supported = ['RS256', 'ES256'];
    onTestFinished(() => void delete college.provider.metadata.id_token_signing_alg_values_supported);
    const own = await openPortal([collegeEntry(college.provider.issuer, { algorithms: ['ES256'] })]);
    onTestFinished(() => own.stop());
    const browser = new TestBrowser(new TestClient(own.quad.app));
    const answer = await browser.navigate(college.provider.authorize(await browser.begin('college')));
    expect([answer.status, answer.text.includes('could not be verified')]).toEqual([400, true]);
  });

  it('and calls itself by a name that is not configured cannot be used', async () => {
    college.provider.metadata.issuer = 'https://evil.example';
    onTestFinished(() => void delete college.provider.metadata.issuer);
    const own = await openPortal([collegeEntry(college.provider.issuer)]);
    onTestFinished(() => own.stop());
    expect((await own.visitor.fetch('GET', '/api/auth/providers/college/login')).status).toBe(503);
  });
});

describe('a provider that never responds when groups are read again', () => {
  it('keeps one person waiting, and not each of them', async () => {
    college.provider.refreshToken = 'a refresh token';
    const [first, second] = [await college.signIn(), await college.signIn()];
    await college.ageGroups(1_000);
    college.provider.answers.set('/token', () => undefined);
    const asked = () => college.provider.requests.filter((path) => path === '/token').length;
    const before = asked();
    for (const { client } of [first, second, second]) {
      const account = await client.fetch('GET', '/api/auth/account');
      expect([account.status, asked() - before]).toEqual([200, 1]);
    }
  });
});

describe('a provider whose access tokens are good for longer than anyone can count', () => {
  it('is asked with them', async () => {
    college.provider.expiresIn = 1e308;
    college.provider.userInfo = { groups: ['guid-staff'] };
    const { client } = await college.signIn('by-userinfo');
    await college.ageGroups(2_000);
    expect((await client.fetch('GET', '/api/auth/account')).status).toBe(200);
  });
});

describe('the photo of a provider', () => {
  const photoOf = async () => {
    const { client } = await college.signIn();
    return client.fetch('GET', '/api/auth/providers/college/user-photo');
  };
  const sendPhoto = (bytes: Buffer, status = 200) =>
    college.provider.answers.set(
      '/photo',
      (_request, response) => void response.writeHead(status, { 'content-type': 'image/jpeg' }).end(bytes),
    );

  it('is re-encoded, without the metadata of the file', async () => {
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

  it('that is removed there is removed here; one that cannot be read stays', async () => {
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
