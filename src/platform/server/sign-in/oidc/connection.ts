import * as client from 'openid-client';
import { ProviderUnreachable } from '../../session/groups-source.ts';
import { isLoopbackHost } from '../../settings/environment.ts';
import { discoveryAdvice } from './advice.ts';
import { fetchUpTo, largestAnswer, timeLimit } from './bounded-fetch.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { isUnreachable } from './provider-errors.ts';

/** What the provider says of itself is asked again after so long, in milliseconds. */
const freshFor = 60 * 60_000;

const boundedFetch = fetchUpTo(largestAnswer);

/** Our relation to one provider: its addresses, keys and what it can do. */
export type Connect = () => Promise<client.Configuration>;

/**
 * Finds out about the provider when it is first needed, so that a portal starts while its provider is down. What was
 * found serves on when asking again fails.
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
      // A provider that answers nonsense about itself is as good as down.
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
  // Only what both sides accept is left in the metadata, so that the library refuses every other one.
  const narrowed = { ...server, id_token_signing_alg_values_supported: accepted };
  const authentication = authenticationFor(server, clientSecret);
  const configuration = new client.Configuration(narrowed, clientId, metadata, authentication);
  configuration.timeout = timeLimit;
  configuration[client.customFetch] = boundedFetch;
  if (local) client.allowInsecureRequests(configuration);
  // TLS alone would let a token pass unsigned; the signature is checked in any case.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** By header where the provider takes it, which is the default that OpenID Connect names, else in the form. */
function authenticationFor(server: client.ServerMetadata, secret: string | null): client.ClientAuth {
  if (secret === null) return client.None();
  const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return offered.includes('client_secret_basic')
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret);
}

/** Runs one question to the provider; failures of the line or of the provider itself are `ProviderUnreachable`. */
export async function askProvider<T>(name: string, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw isUnreachable(error) ? new ProviderUnreachable(name, error) : error;
  }
}
