import type { TestServer, TestServerOptions } from '../../../testing/test-server.ts';
import { openPortalWith } from '../../testing/open-portal.ts';
import { clientId, clientSecret } from './real-provider.ts';

export const home = 'http://localhost:3000/';
export const callbackUrl = 'http://localhost:3000/api/auth/providers/college/callback';
export const callbackPath = '/api/auth/providers/college/callback';

/** An entry of kind `oidc` for the provider of a test. */
export function collegeEntry(issuer: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'college',
    kind: 'oidc',
    title: 'College account',
    issuer,
    clientId,
    clientSecret: '$TEST_CLIENT_SECRET',
    scopes: ['openid', 'profile', 'email', 'groups'],
    groups: { 'guid-it': 'Domain-IT', 'guid-staff': 'Domain-Staff', 'Domain-Student': 'Domain-Student' },
    ...changes,
  };
}

/** The portal with these providers in its `campus.yaml`. */
export function openPortal(
  providers: readonly Record<string, unknown>[],
  options: TestServerOptions = {},
): Promise<TestServer> {
  const variables = { TEST_CLIENT_SECRET: clientSecret, ...options.variables };
  return openPortalWith(providers, { ...options, variables });
}
