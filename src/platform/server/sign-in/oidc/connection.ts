import * as client from 'openid-client';
import { fetchUpTo } from '../../outside/fetch-whole.ts';
import { ProviderUnreachable } from '../../session/groups-source.ts';
import { isLoopbackHost } from '../../settings/environment.ts';
import { discoveryAdvice } from './advice.ts';
import { maxResponseBytes, timeLimit } from './ask-provider.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { isUnreachable } from './provider-errors.ts';

/** How long the provider's metadata is used before it is read again, in milliseconds. */
const freshFor = 60 * 60_000;

// The library writes `body: undefined` if there is none, which only the types forbid.
const boundedFetch: client.CustomFetch = (url, request) =>
  fetchUpTo(maxResponseBytes, url, request as RequestInit);

/** What we know about one provider: its addresses, its keys and what it can do. */
export type Connect = () => Promise<client.Configuration>;

/**
 * Reads the provider's metadata when they are first needed, so that a portal starts while its provider is
 * down. The last ones stay in use when reading them again fails.
 */
export function createConnection(settings: OidcSettings): Connect {
  let known: { configuration: client.Configuration; at: number } | null = null;
  let asking: Promise<client.Configuration> | null = null;
  const ask = async () => {
    try {
      const configuration = await discover(settings);
      known = { configuration, at: performance.now() };
      return configuration;
    } catch (error) {
      if (known !== null) return known.configuration;
      // A provider whose metadata makes no sense is as good as down.
      throw new ProviderUnreachable(settings.name, error, discoveryAdvice(error, settings));
    } finally {
      asking = null;
    }
  };
  return async () => {
    if (known !== null && performance.now() - known.at < freshFor) return known.configuration;
    asking ??= ask();
    return asking;
  };
}

async function discover(settings: OidcSettings): Promise<client.Configuration> {
  const { clientId, clientSecret, issuer, algorithms } = settings;
  const metadata = { [client.clockTolerance]: settings.clockSkewSeconds };
  const local = isLoopbackHost(new URL(issuer).hostname);
  const execute = local ? [client.allowInsecureRequests] : [];
  const found = await client.discovery(new URL(issuer), clientId, metadata, client.None(), {
    execute,
    timeout: timeLimit,
    [client.customFetch]: boundedFetch,
  });
  const server: client.ServerMetadata = found.serverMetadata();
  const offered = server.id_token_signing_alg_values_supported ?? ['RS256'];
  const accepted = offered.filter((name) => algorithms.some((algorithm) => algorithm === name));
  if (accepted.length === 0) throw new Error('The provider does not sign with any algorithm accepted here.');
  // Only what both sides accept is left in the metadata, so that the library refuses everything else.
  const narrowed = { ...server, id_token_signing_alg_values_supported: accepted };
  const authentication = authenticationFor(server, clientSecret);
  const configuration = new client.Configuration(narrowed, clientId, metadata, authentication);
  configuration.timeout = timeLimit;
  configuration[client.customFetch] = boundedFetch;
  if (local) client.allowInsecureRequests(configuration);
  // TLS alone would let an unsigned token pass; the signature is checked in any case.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** By header if the provider accepts it, which is the default of OpenID Connect, otherwise in the form. */
function authenticationFor(server: client.ServerMetadata, secret: string | null): client.ClientAuth {
  if (secret === null) return client.None();
  const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return offered.includes('client_secret_basic')
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret);
}

/** Sends one request to the provider; a failure of the connection or provider is `ProviderUnreachable`. */
export async function callProvider<T>(name: string, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw isUnreachable(error) ? new ProviderUnreachable(name, error) : error;
  }
}
