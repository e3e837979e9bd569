import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { keyPairs } from '../saml/testing/key-pairs.ts';
import { discoveryAdvice } from './advice.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { forgedCollegeForTests } from './testing/forged-college.ts';
import { encodeUnsigned, sendJson } from './testing/forging-provider.ts';
import { collegeEntry, openPortal } from './testing/portal.ts';

const college = forgedCollegeForTests();

/** What the log advises when a sign-in begins with this issuer, which the provider spells differently. */
async function adviceFor(issuer: string, calledBy?: string): Promise<unknown> {
  const path = `${new URL(issuer).pathname.replace(/\/$/, '')}/.well-known/openid-configuration`;
  if (calledBy !== undefined) {
    college.provider.answers.set(path, (_request, response) =>
      sendJson(response, 200, { issuer: calledBy, authorization_endpoint: `${calledBy}/authorize` }),
    );
  }
  const logLines: Record<string, unknown>[] = [];
  const own = await openPortal([collegeEntry(issuer)], { logLines });
  onTestFinished(() => own.stop());
  expect((await own.visitor.fetch('GET', '/api/auth/providers/college/login')).status).toBe(503);
  return logLines.find(({ msg }) => msg === 'sign-in refused')?.advice;
}

test('an extra slash and a wrong issuer are reported with the line to write', async () => {
  const { issuer } = college.provider;
  const real = `${issuer}/realm`;
  expect(await adviceFor(`${real}/`, real)).toMatch(
    new RegExp(`Write exactly this into provider "college" in campus.yaml: issuer: ${real}$`),
  );
  expect(await adviceFor(issuer, real)).toMatch(new RegExp(`issuer: ${real}$`));
  expect(await adviceFor(`${issuer}/nothing`)).toContain(
    `${issuer}/nothing/.well-known/openid-configuration does not describe an OpenID provider (status 404). Check issuer in provider "college"`,
  );
});

test('tokens of another issuer or for another application are reported with what to change', async () => {
  college.claiming({ iss: 'https://other.sawtooth.example' });
  await college.refused();
  expect(college.logLines.find(({ advice }) => advice !== undefined)?.advice).toMatch(
    /tokens and its metadata name different issuers.* issuer in provider "college"/,
  );
  await college.signEverybodyOut();
  college.claiming({ aud: 'another' });
  await college.refused();
  expect(college.logLines.find(({ advice }) => advice !== undefined)?.advice).toContain('Check clientId');
});

test('a way of signing that is not accepted is reported with those that are', async () => {
  college.provider.idToken = async ({ claims }) => encodeUnsigned({ alg: 'HS256' }, claims, 'c2lnbmF0dXJl');
  await college.refused();
  expect(college.logLines.find(({ advice }) => advice !== undefined)?.advice).toMatch(
    /Have it sign them with one of RS256, .*\(algorithms in provider "college"/,
  );
});

test('clocks that differ are reported with what is tolerated', async () => {
  const later = Math.floor(Date.now() / 1_000) + 600;
  college.claiming({ iat: later, exp: later + 300 });
  await college.refused();
  expect(college.logLines.filter(({ msg }) => msg === 'sign-in refused')).toMatchObject([
    {
      reason: 'clock',
      advice: expect.stringMatching(/more than 300 seconds.* clockSkewSeconds in provider/),
    },
  ]);
});

test('a name that does not exist is reported with what to check', () => {
  const cause = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
  const settings = { name: 'college', issuer: 'https://lgin.sawtooth.example/' } as OidcSettings;
  expect(discoveryAdvice(new TypeError('fetch failed', { cause }), settings)).toMatch(
    /^The name lgin.sawtooth.example is unknown. Check issuer in provider "college"/,
  );
});

test('a certificate that is not trusted is reported with what to change', async () => {
  const { key, certificate: cert } = keyPairs.idp;
  const untrusted = createServer({ key, cert }, (_request, response) => response.end());
  await new Promise<void>((resolve) => untrusted.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void untrusted.close());
  const { port } = untrusted.address() as AddressInfo;
  expect(await adviceFor(`https://127.0.0.1:${port}`)).toMatch(
    /The certificate of 127.0.0.1 is not trusted.* NODE_EXTRA_CA_CERTS/,
  );
});

test.each([
  ['without a challenge', {}],
  ['with the challenge of RFC 6749', { 'www-authenticate': 'Basic realm="login", error="invalid_client"' }],
])('a client secret that has expired is reported with what to check, %s', async (_, headers) => {
  college.provider.answers.set('/token', (_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json', ...headers });
    response.end('{"error":"invalid_client"}');
  });
  await college.refused();
  expect(college.logLines.find(({ advice }) => advice !== undefined)?.advice).toContain(
    'Check clientId and clientSecret in provider "college"',
  );
});

test('a provider that sends no groups is reported once, with the settings to check', async () => {
  college.claiming({ groups: undefined });
  expect((await college.signedIn()).groups).toEqual([]);
  expect((await college.signedIn()).groups).toEqual([]);
  const warnings = college.logLines.filter(({ msg }) => String(msg).includes('has no claim "groups"'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.msg).toMatch(/set groupsClaim or groupsFrom: userinfo for this provider/);
  expect(warnings[0]?.claims).toContain('email');
});

test.each([
  [{ email: undefined }, 'no-email', 'emailClaim'],
  [{ email_verified: undefined }, 'unverified-email', 'verifiedClaim'],
  [{ groups: [{ name: 'Domain-IT' }] }, 'groups-unreadable', 'a list of texts'],
])('a provider that sends %o is reported with the setting to check', async (claims, reason, advice) => {
  college.claiming(claims);
  await college.refused();
  expect(college.logLines.filter(({ msg }) => msg === 'sign-in refused')).toMatchObject([
    { reason, advice: expect.stringContaining(advice) },
  ]);
});
