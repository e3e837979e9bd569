import { certificateCodes } from '../../outside/certificate-codes.ts';
import { codesOf } from '../../session/groups-source.ts';
import { clockAdvice } from '../provider-entry.ts';
import type { OidcSettings } from './oidc-settings.ts';
import {
  claimOf,
  codeOf,
  detailsOf,
  isClientChallenge,
  providerCodeOf,
  responseOf,
} from './provider-errors.ts';

/** What an operator has to change in `campus.yaml` or at the provider, in a sentence for the log. */
export function adviceOf(error: unknown, settings: OidcSettings): string | undefined {
  const entry = `provider "${settings.name}" in campus.yaml`;
  const claim = claimOf(error);
  if (claim === 'issuer') {
    const named = textOf(detailsOf(error).body, 'issuer');
    if (named === undefined) return undefined;
    return `The provider's issuer is not ${settings.issuer}. Write exactly this into ${entry}: issuer: ${named}`;
  }
  // The name is not repeated: nothing in a token that failed our checks can be trusted.
  if (claim === 'iss')
    return `The provider's tokens and its metadata name different issuers. Correct the provider's own address there (often called external, public, or frontend URL), then issuer in ${entry}.`;
  if (claim === 'aud')
    return `The provider's tokens are for another application. Check clientId in ${entry}.`;
  const { header, expected } = detailsOf(error);
  if (header !== undefined && expected !== undefined)
    return `The provider signs ID tokens in a way that is not accepted here. Have it sign them with one of ${settings.algorithms.join(', ')} (algorithms in ${entry}).`;
  const code = providerCodeOf(error);
  if (code === 'invalid_client' || code === 'unauthorized_client' || isClientChallenge(error))
    return `The provider rejected this portal. Check clientId and clientSecret in ${entry}, and that they are still valid at the provider.`;
  if (code === 'invalid_scope')
    return `The provider does not know one of the scopes. Check scopes in ${entry}.`;
  return undefined;
}

/** The same for a failure to read the provider's metadata. */
export function discoveryAdvice(error: unknown, settings: OidcSettings): string | undefined {
  const { hostname } = new URL(settings.issuer);
  const codes = codesOf(error);
  if (codes.includes('ENOTFOUND'))
    return `The name ${hostname} is unknown. Check issuer in provider "${settings.name}" in campus.yaml, and the DNS of this machine.`;
  if (codes.some((code) => certificateCodes.test(code)))
    return `The certificate of ${hostname} is not trusted, has expired, or is for a different name. Have that server send its intermediate certificates, too. If the college has its own authority, name its certificate file in NODE_EXTRA_CA_CERTS.`;
  const status = error instanceof Error ? responseOf(error)?.status : undefined;
  const nothingThere = status !== undefined && status < 500 && status !== 429 && status !== 408;
  if (!nothingThere && codeOf(error) !== 'OAUTH_RESPONSE_IS_NOT_JSON') return adviceOf(error, settings);
  const address = `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  return `${address} does not describe an OpenID provider (status ${status}). Check issuer in provider "${settings.name}" in campus.yaml: the address before /.well-known/.`;
}

/** The same for what a provider says about a person, or leaves out, and for when it says so. */
export function refusalAdvice(settings: OidcSettings) {
  const { name, emailClaim, verifiedClaim, groupsClaim } = settings;
  const entry = `provider "${name}" in campus.yaml`;
  return {
    clock: clockAdvice(settings),
    'no-email': `The provider sent no usable address in the claim "${emailClaim}". Have it send the claim (often with the scope "email"), or set emailClaim in ${entry}.`,
    'unverified-email': `The provider did not confirm the address with the claim "${verifiedClaim}". Have it send the claim, or set verifiedClaim in ${entry}, or trustEmail if no one can change their own address there.`,
    'groups-unreadable': `The groups could not be read. Where they come from the claim "${groupsClaim}", the provider has to send a list of texts. Otherwise, check the scopes and permissions that groupsFrom or overage needs, in ${entry}.`,
  };
}

function textOf(holder: unknown, name: string): string | undefined {
  const value: unknown =
    typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
  return typeof value === 'string' && value.length <= 300 ? value : undefined;
}
