import type { Profile } from '../provider.ts';
import type { OidcSettings } from './oidc-settings.ts';

type Claims = Readonly<Record<string, unknown>> & { sub: string };

/** What the claims of a checked ID token say about the person. */
export function profileOf(settings: OidcSettings, claims: Claims, groups: readonly string[]): Profile {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    subject: claims.sub,
    email: text(settings.emailClaim) ?? '',
    emailVerified: settings.trustEmail || isTrue(claims[settings.verifiedClaim]),
    name: text('name') ?? '',
    givenName: text('given_name'),
    familyName: text('family_name'),
    directoryKey:
      settings.directoryKeyClaim === undefined ? undefined : keyOf(claims[settings.directoryKeyClaim]),
    groups,
  };
}

/** An employee number may come as a number, and an attribute that could have several values as a list. */
function keyOf(value: unknown): string | undefined {
  const [key, ...others] = Array.isArray(value) ? value : [value];
  if (others.length > 0) return undefined;
  if (Number.isSafeInteger(key)) return String(key);
  // PostgreSQL accepts no NUL.
  return typeof key === 'string' && !key.includes('\0') ? key : undefined;
}

/** Providers send a boolean, some text, and Entra's `xms_edov` a number. Anything else means no. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}
