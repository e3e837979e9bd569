import { X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accountOf } from '../oidc/testing/college.ts';
import { bo, ida, type SamlBrowser, samlCollegeForTests } from './testing/college.ts';
import { attributeNames } from './testing/identity-provider.ts';
import { keyPairs } from './testing/key-pairs.ts';

const college = samlCollegeForTests();

const signedIn = async (person = ida): Promise<SamlBrowser> => {
  const browser = college.visitor();
  expect((await browser.arrive(await browser.pass(person))).headers.location).toBe('/');
  return browser;
};
const statusOf = async ({ client }: SamlBrowser) => (await accountOf(client)).status;
const ageGroups = () =>
  sql`update sessions set groups_read_at = now() - interval '16 minutes'`.execute(college.database);
const noPassive = (xml: string) =>
  xml
    .replace(
      /<samlp:StatusCode [^>]*\/>/,
      '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:NoPassive"/></samlp:StatusCode>',
    )
    .replace(/<saml:Assertion .*<\/saml:Assertion>/s, '');

describe('groups', () => {
  it('are at most 15 minutes old: then the session ends, and a silent sign-in brings the new ones', {
    tags: 'long',
  }, async () => {
    const browser = await signedIn();
    await ageGroups();
    expect(await statusOf(browser)).toBe(401);
    const address = await browser.begin('college', '/files');
    const { id, passive } = await college.provider.readRequest(address);
    expect(passive).toBe(true);
    const attributes = { ...ida.attributes, [attributeNames.groups]: ['CN=Domain-Staff,OU=x'] };
    const answer = await browser.arrive(await college.provider.respond(id, { ...ida, attributes }));
    expect(answer.headers.location).toBe('/files');
    expect((await accountOf(browser.client)).body).toMatchObject({ groups: ['Domain-Staff'] });
  });

  it('take a prompt where the provider cannot do without one', { tags: 'long' }, async () => {
    const browser = await signedIn();
    await ageGroups();
    const { id } = await college.provider.readRequest(await browser.begin('college', '/files'));
    const refused = await college.provider.respond(id, ida, { signs: 'response', change: noPassive });
    const prompt = String((await browser.arrive(refused)).headers.location);
    const next = await college.provider.readRequest(prompt);
    expect(next.passive).toBe(false);
    expect((await browser.arrive(await college.provider.respond(next.id, ida))).headers.location).toBe(
      '/files',
    );
  });

  it('are not asked for silently by someone who was not signed in, and a refusal then is shown', async () => {
    const browser = college.visitor();
    const { id, passive } = await college.provider.readRequest(await browser.begin('college', '/files'));
    expect(passive).toBe(false);
    const answer = await browser.arrive(
      await college.provider.respond(id, ida, { signs: 'response', change: noPassive }),
    );
    expect([answer.status, answer.text.includes('login?redirect=%2Ffiles')]).toEqual([403, true]);
    expect(college.refusals()).toMatchObject([{ reason: 'cancelled', finding: 'Responder NoPassive' }]);
  });
});

const logout = (browser: SamlBrowser) =>
  browser.client.fetch('GET', '/api/auth/providers/college/logout', {
    headers: { 'sec-fetch-mode': 'navigate' },
  });

describe('a sign-out', () => {
  it('lets no one back in without a prompt, even if the provider still knows them', async () => {
    const browser = await signedIn();
    await logout(browser);
    const { id, passive, forced } = await college.provider.readRequest(await browser.begin('college'));
    expect([passive, forced]).toEqual([false, true]);
    await browser.arrive(await college.provider.respond(id, ida));
    expect((await accountOf(browser.client)).status).toBe(200);
    expect((await college.provider.readRequest(await browser.begin('college'))).forced).toBe(false);
  });

  it('lets no one back in by a renewal without a prompt that was under way in another tab', async () => {
    const browser = await signedIn();
    await sql`update sessions set expires_at = now()`.execute(college.database);
    const { id, passive } = await college.provider.readRequest(await browser.begin('college', '/files'));
    expect(passive).toBe(true);
    await logout(browser);
    const { headers } = await browser.arrive(await college.provider.respond(id, ida));
    const next = await college.provider.readRequest(String(headers.location));
    expect([next.passive, next.forced, await statusOf(browser)]).toEqual([false, true, 401]);
  });

  it('here goes on to the provider, signed, with the name of the person, and comes home from there', async () => {
    const browser = await signedIn();
    const address = String((await logout(browser)).headers.location);
    expect(address).toMatch(/^https:\/\/idp\.sawtooth\.example\/slo\?/);
    expect(await college.provider.readLogout(address)).toMatchObject({
      nameID: 'persistent-ida',
      sessionIndex: 'session of persistent-ida',
    });
    expect(await statusOf(browser)).toBe(401);
    const back = await browser.navigate('/api/auth/providers/college/single-logout?SAMLResponse=x');
    expect([back.status, back.headers.location]).toEqual([302, '/']);
  });

  const at = (address: string) => `/api/auth/providers/college/single-logout?${address.split('?')[1]}`;

  it("at the provider ends the session here, even without the browser's cookie, and says so", async () => {
    const [own, elsewhere, other] = [await signedIn(), await signedIn(), await signedIn(bo)];
    const address = college.provider.logoutRequest('persistent-ida', 'session of persistent-ida');
    // In a frame of the provider's page, browsers send no cookie of ours.
    const answer = await college.visitor().navigate(at(address));
    expect(String(answer.headers.location)).toMatch(
      /^https:\/\/idp\.sawtooth\.example\/slo\?SAMLResponse=.*&RelayState=to%20here&SigAlg=.*&Signature=/,
    );
    expect([await statusOf(own), await statusOf(elsewhere), await statusOf(other)]).toEqual([401, 401, 200]);
    const { rows } = await sql<{ actor: string }>`select actor_kind as actor from audit_entries
      where action = 'session.end' order by id desc limit 2`.execute(college.database);
    expect(rows).toEqual([{ actor: 'system' }, { actor: 'system' }]);

    // The same request again ends nothing more.
    const later = await signedIn();
    await later.navigate(at(address));
    expect(await statusOf(later)).toBe(200);
    await later.navigate(at(college.provider.logoutRequest('persistent-ida', 'session of persistent-ida')));
    expect(later.client.cookies.has('quad-session')).toBe(false);
  });

  it('at the provider is answered with success where no session is left here, or none ever was', async () => {
    const browser = await signedIn();
    await sql`update sessions set expires_at = now() - interval '1 hour'`.execute(college.database);
    for (const index of ['session of persistent-ida', 'unknown here']) {
      const address = at(college.provider.logoutRequest('persistent-ida', index));
      const { status, headers } = await college.visitor().navigate(address);
      expect([status, String(headers.location).split('?')[0]]).toEqual([
        302,
        'https://idp.sawtooth.example/slo',
      ]);
    }
    expect(await statusOf(browser)).toBe(401);
  });

  it('that could not be done is no success, and is done when it comes again', async () => {
    const browser = await signedIn();
    const address = at(college.provider.logoutRequest('persistent-ida', 'session of persistent-ida'));
    await sql`create function break_off() returns trigger language plpgsql
      as 'begin raise exception ''broken off''; end'`.execute(college.database);
    await sql`create trigger break_off before update or delete on sessions
      for each row execute function break_off()`.execute(college.database);
    expect((await college.visitor().navigate(address)).status).toBe(500);
    await sql`drop function break_off cascade`.execute(college.database);
    expect((await college.visitor().navigate(address)).headers.location).toContain('SAMLResponse=');
    expect(await statusOf(browser)).toBe(401);
  });

  it('at another address is refused, and the log names the one for sign-outs', async () => {
    const { portal } = college.provider;
    college.provider.portal = portal.replaceAll('/single-logout"', '/elsewhere"');
    const address = college.provider.logoutRequest('persistent-ida', 'session of persistent-ida');
    college.provider.portal = portal;
    expect((await college.visitor().navigate(at(address))).status).toBe(403);
    const advice = expect.stringMatching(/sign-out requests to .*\/single-logout\.$/);
    expect(college.refusals()).toMatchObject([{ finding: 'Destination', advice }]);
  });

  it('that the provider did not sign ends nothing', async () => {
    const browser = await signedIn();
    const name = ['persistent-ida', 'session of persistent-ida'] as const;
    const good = at(college.provider.logoutRequest(...name));
    const foreign = at(college.provider.logoutRequest('persistent-bo', 'x'));
    const part = (text: string, key: string) => new RegExp(`${key}=[^&]*`).exec(text)?.[0] ?? '';
    const forged = [
      at(college.provider.logoutRequest(...name, { signer: 'portal' })),
      at(
        college.provider.logoutRequest(...name, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      ),
      good.replace(/&Signature=.*$/, ''),
      good.replace(/&SigAlg=.*$/, ''),
      good.replace('to%20here', 'elsewhere'),
      foreign.replace(part(foreign, 'SAMLRequest'), part(good, 'SAMLRequest')),
      `${foreign}&${part(good, 'SAMLRequest')}`,
      `${good}&${part(foreign, 'SAMLRequest')}`,
      good.replace(part(good, 'SAMLRequest'), 'SAMLRequest=x'),
    ];
    for (const address of forged)
      expect([address, (await browser.navigate(address)).status]).toEqual([address, 403]);
    expect((await browser.client.fetch('HEAD', good)).status).toBe(404);
    expect(await statusOf(browser)).toBe(200);
  });
});

describe('certificates', () => {
  it('change at the provider without an outage: both are accepted while both are configured', async () => {
    const both = college.write('both.xml', college.provider.metadata(['idp', 'next']));
    const next = college.write('next.crt', college.nextCertificate);
    for (const changes of [{ metadataFile: both }, { certificates: [next] }]) {
      const server = await college.openPortal(changes, { database: college.portal.database });
      for (const signer of ['idp', 'next'] as const) {
        const browser = college.visitor(server);
        const answer = await browser.arrive(await browser.pass(ida, { signer }));
        expect([signer, answer.headers.location]).toEqual([signer, '/']);
      }
      await server.stop();
    }
    const browser = college.visitor();
    expect((await browser.arrive(await browser.pass(ida, { signer: 'next' }))).status).toBe(403);
    expect(college.refusals()).toMatchObject([
      { finding: 'signature', advice: expect.stringContaining('metadata') },
    ]);
  });
});

it('our metadata announces a key of ours for signing before it signs, and before the former one is gone', async () => {
  const keyOf = (name: 'portal' | 'next') => ({
    key: college.write(`${name}.key`, keyPairs[name].key),
    certificate: college.write(`${name}.crt`, keyPairs[name].certificate),
  });
  const certificates = (['portal', 'next'] as const).map((name) =>
    new X509Certificate(keyPairs[name].certificate).raw.toString('base64'),
  );
  for (const keys of [
    [keyOf('portal'), keyOf('next')],
    [keyOf('next'), keyOf('portal')],
  ]) {
    const server = await college.openPortal({ keys }, { database: college.portal.database });
    const { text } = await server.visitor.fetch('GET', '/api/auth/providers/college/metadata');
    await server.stop();
    for (const use of ['signing', 'encryption']) {
      const announced = text.matchAll(
        new RegExp(`KeyDescriptor use="${use}">.*?X509Certificate>([^<]+)<`, 'g'),
      );
      const own = Array.from(announced, ([, certificate]) => certificate);
      expect(own.toSorted(), use).toEqual(certificates.toSorted());
    }
  }
});

it('two providers do not mix: what one began, the other cannot finish', async () => {
  const first = college.entry();
  const server = await college.openPortals([first, { ...first, name: 'other' }]);
  const browser = college.visitor(server);
  const response = await browser.pass();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
    cookie: '',
  };
  const payload = new URLSearchParams({ SAMLResponse: response }).toString();
  const there = '/api/auth/providers/other/callback';
  expect((await browser.client.fetch('POST', there, { headers, payload })).status).toBe(403);
  const { id } = await college.provider.readRequest(await browser.begin('college'));
  expect((await browser.navigate(`${there}?state=${id}`)).status).toBe(400);
  expect((await browser.arrive(response)).headers.location).toBe('/');
  await server.stop();
});
