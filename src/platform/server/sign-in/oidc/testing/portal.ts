import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { copyCampus } from '../../../testing/test-campus.ts';
import { createTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';
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
export async function openPortal(
  providers: readonly Record<string, unknown>[],
  options: TestServerOptions = {},
): Promise<TestServer> {
  const campus = copyCampus([]);
  const file = path.join(campus.folder, 'campus.yaml');
  writeFileSync(file, stringify({ ...parse(readFileSync(file, 'utf8')), providers }));
  try {
    return await createTestServer({
      ...options,
      campusFolder: campus.folder,
      variables: { TEST_CLIENT_SECRET: clientSecret, ...options.variables },
    });
  } finally {
    campus.remove();
  }
}
