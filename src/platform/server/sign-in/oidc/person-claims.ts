import * as client from 'openid-client';
import { callProvider } from './connection.ts';
import type { Received } from './groups-of.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { isLibraryError } from './provider-errors.ts';

type Claims = client.IDToken;

/**
 * What the provider says about the person: the claims of the ID token, and those of userinfo where the token has no email
 * address. With the code flow, providers may send them there alone (OpenID Connect Core 1.0, section 5.4).
 * @throws ProviderUnreachable
 */
export async function personClaims(
  { name, emailClaim, verifiedClaim }: OidcSettings,
  { configuration, claims, accessToken, subject }: Received & { claims: Claims },
): Promise<Claims> {
  const isComplete = claims[emailClaim] !== undefined;
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  try {
    const more = await callProvider(name, () => client.fetchUserInfo(configuration, accessToken, subject));
    // The signed token counts first, and what vouches for an address comes with it.
    return { ...more, ...claims, [verifiedClaim]: more[verifiedClaim] };
  } catch (error) {
    // Without an address the sign-in is refused for just that.
    if (isLibraryError(error)) return claims;
    throw error;
  }
}
