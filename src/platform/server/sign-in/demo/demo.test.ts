import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../testing/test-client.ts';
import { createTestServer, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { demoEmail, demoPeople } from './demo-people.ts';

const login = '/api/auth/providers/demo/login';
const allPeople = demoPeople.flatMap(({ people }) => people);
const form = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString(),
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.stop());

describe('the page with the demo people', () => {
  it('offers each of them as one button in a form, with groups, and needs no script', async () => {
    const page = await server.visitor.fetch('GET', `${login}?redirect=/files%3Fpage=2`);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    expect(page.text).not.toContain('<script');
    for (const person of allPeople) {
      expect(page.text).toContain(`name="email" value="${demoEmail(person)}"`);
      expect(page.text).toContain(person.name);
      expect(page.text).toContain(person.role);
    }
    // One for each person, and one for those who have set a password.
    expect(page.text.match(/<form [^>]*method="post"/g)).toHaveLength(allPeople.length + 1);
    expect(page.text.match(/value="\/files\?page=2"/g)).toHaveLength(allPeople.length + 1);
    expect(page.text.match(/data:image\/jpeg;base64,/g)).toHaveLength(5);
    expect(page.text).toContain('anyone can sign in');
  });

  it('never passes a foreign address on', async () => {
    const page = await server.visitor.fetch(
      'GET',
      `${login}?redirect=${encodeURIComponent('"><b>//evil.com')}`,
    );
    expect(page.text).not.toContain('evil.com');
    expect(page.text.match(/name="redirect" value="\/"/g)).toHaveLength(allPeople.length + 1);
  });
});

describe('the demo people', () => {
  it('are those of the specification, and more where a story needs two', () => {
    const groups = Object.fromEntries(allPeople.map((person) => [demoEmail(person), person.groups]));
    expect(groups).toEqual({
      'it@sawtooth.example': ['Domain-IT', 'Domain-Staff'],
      'it2@sawtooth.example': ['Domain-IT', 'Domain-Staff'],
      'staff@sawtooth.example': ['Domain-Staff'],
      'faculty@sawtooth.example': ['Domain-Faculty'],
      'student@sawtooth.example': ['Domain-Student'],
      'volunteer@sawtooth.example': ['sgrpVolunteers'],
      'reslife@sawtooth.example': ['Domain-ResLife', 'Domain-Staff'],
      'ra@sawtooth.example': ['Domain-ResidentAssistant', 'Domain-Student'],
      'business@sawtooth.example': ['Domain-Business', 'Domain-Staff'],
      'mailroom@sawtooth.example': ['Domain-MailCenter', 'Domain-Staff'],
      'fgd@sawtooth.example': ['Domain-FGD', 'Domain-Faculty'],
      'approver@sawtooth.example': ['Domain-Faculty', 'Domain-FGD'],
      'approver2@sawtooth.example': ['Domain-Faculty', 'Domain-FGD'],
      'approver3@sawtooth.example': ['Domain-Faculty', 'Domain-FGD'],
      'nogroups@sawtooth.example': [],
    });
  });

  it.each(allPeople.map((person) => [person.key, person]))(
    '%s signs in with name and groups',
    async (key, person) => {
      expect(person.name).toMatch(/^\p{L}+( \p{L}+){1,2}$/u);
      const client = await server.signIn(key);
      const { status, body } = await client.fetch('GET', '/api/auth/account');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        name: person.name,
        givenName: person.name.split(' ')[0],
        familyName: person.name.split(' ').at(-1),
        email: demoEmail(person),
        groups: person.groups,
        provider: 'demo',
        photo: person.portrait !== undefined,
      });
    },
  );

  it('have a photo of 96 px if they have a portrait, and otherwise none', async () => {
    const it = await server.signIn('it');
    const photo = await it.fetch('GET', '/api/auth/providers/demo/user-photo');
    expect(photo.headers['content-type']).toBe('text/plain; charset=utf-8');
    const { format, width, height } = await sharp(Buffer.from(photo.text, 'base64')).metadata();
    expect([format, width, height]).toEqual(['jpeg', 96, 96]);
    const staff = await server.signIn('staff');
    expect((await staff.fetch('GET', '/api/auth/providers/demo/user-photo')).status).toBe(404);
    expect((await server.visitor.fetch('GET', '/api/auth/providers/demo/user-photo')).status).toBe(401);
    expect((await it.fetch('GET', '/api/auth/providers/other/user-photo')).status).toBe(404);
  });
});

describe('signing in', () => {
  it('responds with 303 to the requested page and a cookie that scripts cannot read', async () => {
    const answer = await new TestClient(server.quad.app).fetch(
      'POST',
      login,
      form({ email: ' IT@Sawtooth.example', redirect: '/files?page=2' }),
    );
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/files?page=2');
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^quad-session=[\w-]{43}; .*HttpOnly/);
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain('Path=/');
    expect(cookie).not.toMatch(/Max-Age|Expires|Domain/);
  });

  it.each([
    '//evil.com',
    '/\\evil.com',
    '/\t/evil.com',
    '\\\\evil.com',
    'https://portal@evil.com',
    'http:\\\\evil.com',
    'JaVaScRiPt:alert(1)',
    '/api/auth/providers/demo/logout',
    '/r/flyer',
  ])('ends on the home page instead of %j', async (redirect) => {
    const answer = await new TestClient(server.quad.app).fetch(
      'POST',
      login,
      form({ email: 'it@sawtooth.example', redirect }),
    );
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
  });

  it('reads the malformed address of the specification', async () => {
    const page = await server.visitor.fetch(
      'GET',
      `${login}?redirect=/files?postLoginRedirectUri=//evil.com`,
    );
    expect(page.status).toBe(200);
    expect(page.text).toContain('name="redirect" value="/files"');
    expect(page.text).not.toContain('evil.com');
    const other = await server.visitor.fetch(
      'GET',
      `${login}?postLoginRedirectUri=/files&scopesToConsent=a&scopesToConsent=b`,
    );
    expect(other.text).toContain('name="redirect" value="/files"');
  });

  it('from another site is refused', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.com' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': '', origin: 'https://evil.com' },
      { 'sec-fetch-site': '' },
    ]) {
      const request = form({ email: 'it@sawtooth.example', redirect: '/' });
      const answer = await server.visitor.fetch('POST', login, {
        ...request,
        headers: { ...request.headers, ...headers },
      });
      expect(answer.status).toBe(403);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('as a person who is not offered is refused with a page and leaves one log line without the name', async () => {
    const logLines: Record<string, unknown>[] = [];
    const own = await startTestServer({ logLines });
    await own.database.database
      .insertInto('demo_people')
      .values({ email: 'root@sawtooth.example', name: 'Root Root', groups: ['Domain-IT'] })
      .execute();
    for (const email of [
      'mallory@sawtooth.example',
      'root@sawtooth.example',
      "it@sawtooth.example' or '1'='1",
      '%',
    ]) {
      logLines.length = 0;
      const answer = await own.visitor.fetch('POST', login, form({ email, redirect: '/' }));
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('Unknown person');
      expect(own.visitor.cookies.has('quad-session')).toBe(false);
      const refusals = logLines.filter(({ msg }) => msg === 'sign-in refused');
      expect(refusals).toEqual([expect.objectContaining({ provider: 'demo', reason: 'unknown-person' })]);
      expect(JSON.stringify(logLines)).not.toContain(email);
    }
  });

  it('is refused while the person is disabled', async () => {
    const own = await startTestServer();
    await own.database.database
      .updateTable('demo_people')
      .set({ disabled: true })
      .where('email', '=', 'staff@sawtooth.example')
      .execute();
    const answer = await own.visitor.fetch(
      'POST',
      login,
      form({ email: 'staff@sawtooth.example', redirect: '/' }),
    );
    expect(answer.status).toBe(403);
  });

  it('at a provider that does not exist is 404', async () => {
    expect((await server.visitor.fetch('GET', '/api/auth/providers/other/login')).status).toBe(404);
    expect(
      (
        await server.visitor.fetch(
          'POST',
          '/api/auth/providers/other/login',
          form({ email: 'a', redirect: '/' }),
        )
      ).status,
    ).toBe(404);
    expect(
      (await server.visitor.fetch('GET', '/api/auth/providers/demo/callback?code=1&state=2')).status,
    ).toBe(404);
    expect((await server.visitor.fetch('GET', '/api/auth/providers/__proto__/login')).status).toBe(404);
  });
});

describe('a demo that is on by default', () => {
  const request = form({ email: 'it@sawtooth.example', redirect: '/' });

  it.each([
    ['through a proxy on the same machine', { 'x-forwarded-for': '203.0.113.9' }],
    ['through a proxy that sends only the host', { 'x-forwarded-host': 'quad.college.edu' }],
    ['through a proxy that follows the standard', { forwarded: 'for=203.0.113.9' }],
    ['through a tunnel', { via: '1.1 tunnel' }],
    ['from a page of another host', { origin: 'https://quad.college.edu' }],
  ])('refuses a browser that comes %s', async (_how, headers) => {
    const asked = await server.visitor.fetch('GET', login, { headers });
    expect(asked.status).toBe(403);
    expect(asked.text).not.toContain('it@sawtooth.example');
    const sent = await server.visitor.fetch('POST', login, {
      ...request,
      headers: { ...request.headers, ...headers },
    });
    expect(sent.status).toBe(403);
    expect(sent.headers['set-cookie']).toBeUndefined();
  });

  it('refuses another machine', async () => {
    const answer = await server.visitor.fetch('POST', login, { ...request, remoteAddress: '203.0.113.9' });
    expect(answer.status).toBe(403);
  });

  it('serves other machines once QUAD_DEMO=on asks for it', async () => {
    const own = await startTestServer({ variables: { QUAD_DEMO: 'on' } });
    const answer = await own.visitor.fetch('POST', login, { ...request, remoteAddress: '203.0.113.9' });
    expect(answer.status).toBe(303);
  });
});
