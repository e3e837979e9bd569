import { fetchWhole } from '../../outside/fetch-whole.ts';
import { ProviderUnreachable } from '../../session/groups-source.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { isUnreachable } from './provider-errors.ts';

/** Longest wait for one response of a provider, in seconds. */
export const timeLimit = 5;
/** More than any response of a provider needs, in bytes: metadata, keys, tokens, claims, a list of groups. */
export const maxResponseBytes = 2 * 1024 * 1024;

/**
 * Sends a request of ours, which the library does not know.
 * @throws ProviderUnreachable
 */
export async function askProvider(
  settings: OidcSettings,
  url: string,
  { most = maxResponseBytes, ...request }: RequestInit & { most?: number },
): Promise<Response> {
  try {
    const answer = await fetchWhole(url, { ...request, most, patience: timeLimit * 1_000 });
    if (answer.status < 500 && answer.status !== 429 && answer.status !== 408) return answer;
    throw new ProviderUnreachable(settings.name, new Error(`${new URL(url).host} answered ${answer.status}`));
  } catch (error) {
    if (error instanceof ProviderUnreachable || !isUnreachable(error)) throw error;
    throw new ProviderUnreachable(settings.name, error);
  }
}
