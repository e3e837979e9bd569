import { createHmac, createPublicKey } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { forgedCollegeForTests, skew } from './testing/forged-college.ts';
import { type Asked, encodeUnsigned } from './testing/forging-provider.ts';
import { clientSecret } from './testing/real-provider.ts';

type Claims = Record<string, unknown>;
const college = forgedCollegeForTests();
const now = () => Math.floor(Date.now() / 1_000);
const hmac =
  (secret: string | Buffer) =>
  async ({ claims }: Asked) => {
    const unsigned = encodeUnsigned({ alg: 'HS256', typ: 'JWT' }, claims).replace(/\.$/, '');
    return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
  };

it('an honest response of this provider is accepted, so each refusal below has its own reason', async () => {
  expect(await college.signedIn()).toMatchObject({ email: 'ida@sawtooth.example', groups: ['Domain-Staff'] });
});

describe('an ID token is refused', () => {
  it.each<[string, Claims]>([
    ['with another nonce', { nonce: 'of another sign-in' }],
    ['without a nonce', { nonce: undefined }],
    ['for another client', { aud: 'another' }],
    ['for no one', { aud: undefined }],
    ['for several, without saying for whom', { aud: ['quad', 'another'] }],
    ['for several, authorized for another', { aud: ['quad', 'another'], azp: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of an issuer that differs by a slash', { iss: 'http://localhost/' }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject longer than the standard allows', { sub: 's'.repeat(256) }],
    ['with a subject that is not text', { sub: 7 }],
    ['without an end', { exp: undefined }],
    ['whose end is text', { exp: '9999999999' }],
    ['without a beginning', { iat: undefined }],
  ])('%s', async (_what, changes) => {
    college.claiming(changes);
    const answer = await college.refused();
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('could not be verified');
  });

  it('that expired a second beyond the tolerated clock difference; the page names the clock', async () => {
    college.claiming({ exp: now() - skew - 1, iat: now() - skew - 100 });
    const answer = await college.refused();
    expect([answer.status, answer.text.includes('The clocks do not match')]).toEqual([400, true]);
  });

  it.each<[string, () => Claims]>([
    ['that is valid only ten minutes from now', () => ({ nbf: now() + 600 })],
    ['that was issued ten minutes from now', () => ({ iat: now() + 600, exp: now() + 900 })],
  ])('%s', async (_what, changes) => {
    college.claiming(changes());
    const answer = await college.refused();
    expect([answer.status, answer.text.includes('The clocks do not match')]).toEqual([400, true]);
  });

  it.each<[string, (asked: Asked) => Promise<string | undefined>]>([
    ['that is missing', async () => undefined],
    ['that is not a token', async () => 'not.a.token'],
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
          createPublicKey({ key: college.provider.publicKey as never, format: 'jwk' }).export({
            type: 'spki',
            format: 'pem',
          }),
        )(asked),
    ],
    [
      'with RS512, which was not agreed on',
      async ({ claims }) => encodeUnsigned({ alg: 'RS512', kid: 'honest' }, claims, 'AAAA'),
    ],
    [
      'without a signature',
      async ({ claims }) => (await college.provider.sign(claims)).replace(/[^.]+$/, ''),
    ],
    [
      'with other claims under the signature',
      async ({ claims }) => {
        const [header, , signature] = (await college.provider.sign(claims)).split('.');
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
    ['naming a key that does not exist', ({ claims }) => college.provider.sign(claims, { kid: 'unknown' })],
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
    college.provider.idToken = make;
    const answer = await college.refused();
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('could not be verified');
  });
});

describe('clocks that differ a little', () => {
  it.each<[string, () => Claims]>([
    ['an end just passed', () => ({ iat: now() - 400, exp: now() - skew + 10 })],
    ['issued four minutes from now', () => ({ iat: now() + 240, exp: now() + 540 })],
  ])('%s is accepted', async (_what, changes) => {
    college.claiming(changes());
    expect((await college.signedIn()).email).toBe('ida@sawtooth.example');
  });
});
