import { expect, onTestFinished, test } from 'vitest';
import type { Campus } from '../../settings/campus.ts';
import type { SettingMistake } from '../../settings/mistakes.ts';
import { readOidcProvider } from './oidc-settings.ts';
import { ForgingProvider, sendJson } from './testing/forging-provider.ts';
import { callbackUrl, collegeEntry, home } from './testing/portal.ts';
import { clientSecret, RealProvider } from './testing/real-provider.ts';

/** What `npm run check-settings` does. */
function check(issuer: string, secret: string | null): Promise<void> | undefined {
  const mistakes: SettingMistake[] = [];
  const { clientSecret: named, ...open } = collegeEntry(issuer);
  const entry = secret === null ? open : { ...open, clientSecret: named };
  const campus = { domains: ['sawtooth.example'] } as unknown as Campus;
  const provider = readOidcProvider(entry as Parameters<typeof readOidcProvider>[0], {
    ...{ where: 'campus.yaml', publicUrl: home, campus, mistakes },
    variables: { TEST_CLIENT_SECRET: secret ?? '' },
  });
  expect(mistakes).toEqual([]);
  return provider?.check?.();
}

const rejected =
  'The provider rejected this portal. Check clientId and clientSecret in provider "college" in campus.yaml, and that they are still valid at the provider.';

test('a real provider accepts the client secret, and a wrong one is reported', async () => {
  const provider = new RealProvider({ callbackUrl, homeUrl: home });
  await provider.open();
  onTestFinished(() => provider.close());
  await check(provider.issuer, clientSecret);
  await expect(check(provider.issuer, 'zzwrongzz')).rejects.toThrow(rejected);
});

test('only an answer that is surely about the secret is reported', async () => {
  const provider = new ForgingProvider();
  await provider.open();
  onTestFinished(() => provider.close());
  const answer = (status: number, error: string, headers = {}) =>
    provider.answers.set('/token', (_request, response) => {
      for (const [name, value] of Object.entries<string>(headers)) response.setHeader(name, value);
      sendJson(response, status, { error });
    });
  answer(400, 'invalid_client');
  await expect(check(provider.issuer, 'ours')).rejects.toThrow(rejected);
  // As Keycloak does.
  answer(401, 'unauthorized_client');
  await expect(check(provider.issuer, 'ours')).rejects.toThrow(rejected);
  answer(401, 'invalid_client', { 'www-authenticate': 'Basic realm="login"' });
  await expect(check(provider.issuer, 'ours')).rejects.toThrow(rejected);

  // The grant may be turned off for this client, or the provider may look at the token before the secret.
  for (const [status, error] of [
    [400, 'unauthorized_client'],
    [400, 'unsupported_grant_type'],
    [400, 'invalid_grant'],
    [500, 'server_error'],
  ] as const) {
    answer(status, error);
    await check(provider.issuer, 'ours');
  }
  provider.requests.length = 0;
  await check(provider.issuer, null);
  expect(provider.requests).not.toContain('/token');
});
