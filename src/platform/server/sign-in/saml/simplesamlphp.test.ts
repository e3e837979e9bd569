import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../testing/test-server.ts';
import { accountOf } from '../oidc/testing/college.ts';
import { callbackUrl, SamlCollege } from './testing/college.ts';
import { RealSimpleSamlPhp, whyNoSimpleSamlPhp } from './testing/real-simplesamlphp.ts';

const reason = whyNoSimpleSamlPhp();

describe.skipIf(reason !== null)(`with SimpleSAMLphp${reason === null ? '' : ` (${reason})`}`, () => {
  const college = new SamlCollege();
  const idp = new RealSimpleSamlPhp();
  let server: TestServer;

  beforeAll(async () => {
    const own = callbackUrl.replace('/callback', '');
    const portal = { entityId: `${own}/metadata`, callbackUrl, singleLogoutUrl: `${own}/single-logout` };
    await idp.open(portal);
    server = await college.openPortal({ metadataFile: college.write('ssp.xml', await idp.metadata()) });
  });
  afterAll(async () => {
    await server.stop();
    await idp.close();
    await college.close();
  });

  it('a person signs in with an encrypted assertion, in silence after 15 minutes, and signs out on both sides', async () => {
    const browser = college.visitor(server);
    const response = await idp.pass(await browser.begin('college', '/files'));
    expect(Buffer.from(response, 'base64').toString()).toContain('EncryptedAssertion');
    expect((await browser.arrive(response)).headers.location).toBe('/files');
    expect((await accountOf(browser.client)).body).toMatchObject({
      name: 'Ida Lörne',
      groups: ['Domain-IT', 'Domain-Staff'],
    });
    await server.database.pool.query(`update sessions set groups_read_at = now() - interval '16 minutes'`);
    expect((await accountOf(browser.client)).status).toBe(401);
    const silent = await browser.begin('college', '/files');
    expect((await browser.arrive(await idp.pass(silent))).headers.location).toBe('/files');

    const out = await browser.client.fetch('GET', '/api/auth/providers/college/logout', {
      headers: { 'sec-fetch-mode': 'navigate' },
    });
    const back = new URL(await idp.signOut(String(out.headers.location)));
    expect(back.pathname).toBe('/api/auth/providers/college/single-logout');
    expect((await browser.navigate(back.pathname + back.search)).headers.location).toBe('/');
    // Signed out there too: the next sign-in takes the password again, the silent one did not.
    expect(idp.prompts).toBe(1);
    await idp.pass(await browser.begin('college'));
    expect(idp.prompts).toBe(2);
  });
});
