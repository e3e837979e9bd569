import * as client from 'openid-client';
import { OutsideFailure } from '../../tool/outside-system.ts';
import { adviceOf } from './advice.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { isClientChallenge, providerCodeOf } from './provider-errors.ts';

/**
 * Finds out whether the provider rejects our client secret, by a refresh token that no one has. It gives nothing and
 * changes nothing. Only a rejection means something: some providers look at the token before the secret, and a provider
 * may refuse such a request for any other reason.
 * @throws OutsideFailure
 */
export async function trySecret(settings: OidcSettings, configuration: client.Configuration): Promise<void> {
  if (settings.clientSecret === null) return;
  try {
    await client.refreshTokenGrant(configuration, 'made-up-to-try-the-client-secret');
  } catch (error) {
    if (isRejection(error)) throw new OutsideFailure(adviceOf(error, settings), { cause: error });
  }
}

/** RFC 6749, section 5.2. Keycloak says `unauthorized_client` for a wrong secret, and others for a grant that is turned off. */
function isRejection(error: unknown): boolean {
  const code = providerCodeOf(error);
  const status = error instanceof client.ResponseBodyError ? error.status : null;
  return (
    isClientChallenge(error) ||
    code === 'invalid_client' ||
    (code === 'unauthorized_client' && status === 401)
  );
}
