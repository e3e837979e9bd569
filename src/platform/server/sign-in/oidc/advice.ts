import type { FastifyBaseLogger } from 'fastify';
import type { OidcSettings } from './oidc-settings.ts';
import { claimOf, codeOf, detailsOf, providerCodeOf, responseOf } from './provider-errors.ts';

/** What an operator has to change in `campus.yaml` or at the provider after this failure, in a sentence for the log. */
export function adviceOf(error: unknown, settings: OidcSettings): string | undefined {
  const entry = `provider "${settings.name}" in campus.yaml`;
  const claim = claimOf(error);
  if (claim === 'issuer') {
    const named = textOf(detailsOf(error).body, 'issuer');
    if (named === undefined) return undefined;
    return `The provider calls itself by another name than ${settings.issuer}. Write exactly this into ${entry}: issuer: ${named}`;
  }
  // The name is not repeated: a token that did not pass is nobody's word.
  if (claim === 'iss')
    return `The provider's tokens name another issuer than its metadata do. Correct the provider's own address there (often called external, public or frontend URL), and then issuer of ${entry}.`;
  if (claim === 'aud')
    return `The provider's tokens are for another application. Check clientId of ${entry}.`;
  const code = providerCodeOf(error);
  if (code === 'invalid_client' || code === 'unauthorized_client')
    return `The provider refuses this portal. Check clientId and clientSecret of ${entry}, and that the provider still knows them.`;
  if (code === 'invalid_scope')
    return `The provider does not know one of the scopes. Check scopes of ${entry}.`;
  return undefined;
}

/** The same for a failure to find out about the provider. */
export function discoveryAdvice(error: unknown, settings: OidcSettings): string | undefined {
  const status = error instanceof Error ? responseOf(error)?.status : undefined;
  const nothingThere = status !== undefined && status < 500 && status !== 429 && status !== 408;
  if (!nothingThere && codeOf(error) !== 'OAUTH_RESPONSE_IS_NOT_JSON') return adviceOf(error, settings);
  const address = `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  return `${address} does not describe an OpenID provider (status ${status}). Check issuer of provider "${settings.name}" in campus.yaml: the address before /.well-known/.`;
}

function textOf(holder: unknown, name: string): string | undefined {
  const value: unknown =
    typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
  return typeof value === 'string' && value.length <= 300 ? value : undefined;
}

const told = new WeakSet<OidcSettings>();

/** Says once for each provider that it tells no groups: nobody has any rights then, and nothing else would say why. */
export function warnOfMissingGroups(
  settings: OidcSettings,
  { where, names, log }: { where: string; names: readonly string[]; log: FastifyBaseLogger },
): void {
  if (told.has(settings)) return;
  told.add(settings);
  const { name, groupsClaim } = settings;
  log.warn(
    { provider: name, claims: names },
    `${where} of provider "${name}" has no claim "${groupsClaim}", so whoever signed in just now has no groups. If people lack their rights: let the provider send the claim (a mapper or a scope there, named in scopes), or set groupsClaim or groupsFrom of this provider in campus.yaml.`,
  );
}
