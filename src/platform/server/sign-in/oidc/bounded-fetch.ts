import type { CustomFetchOptions } from 'openid-client';
import { ProviderUnreachable } from '../../session/groups-source.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { isUnreachable } from './provider-errors.ts';

/** Longest wait for one response of a provider, in seconds. */
export const timeLimit = 5;
/** More than any response of a provider needs, in bytes: metadata, keys, tokens, claims, a list of groups. */
export const maxResponseBytes = 2 * 1024 * 1024;

/** A response that never ends. */
class ResponseTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE';
}

/** Returns a `fetch` that fails after more than `most` bytes of a response, whatever length was announced. */
export function fetchUpTo(most: number) {
  return async (url: string, request: CustomFetchOptions | RequestInit): Promise<Response> => {
    // The library writes `body: undefined` when there is none, which only the types forbid.
    const answer = await fetch(url, request as RequestInit);
    if (answer.body === null) return answer;
    const { status, statusText, headers } = answer;
    return new Response(answer.body.pipeThrough(endAfter(most)), { status, statusText, headers });
  };
}

function endAfter(most: number): TransformStream<Uint8Array, Uint8Array> {
  let total = 0;
  return new TransformStream({
    transform(chunk, controller) {
      total += chunk.byteLength;
      if (total > most) controller.error(new ResponseTooLarge(`An answer is larger than ${most} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}

/**
 * Sends a request of ours with our time limit, which holds until the body has been read, and reads at most
 * `most` bytes. Follows no redirect, since the request carries a token.
 * @throws ProviderUnreachable
 */
export async function fetchBounded<T>(
  settings: OidcSettings,
  url: string,
  request: RequestInit & { most?: number },
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const { most = maxResponseBytes, ...rest } = request;
  try {
    const signal = AbortSignal.timeout(timeLimit * 1_000);
    const answer = await fetchUpTo(most)(url, { ...rest, redirect: 'error', signal });
    if (answer.status < 500 && answer.status !== 429 && answer.status !== 408) return await read(answer);
    throw new ProviderUnreachable(settings.name, new Error(`${new URL(url).host} answered ${answer.status}`));
  } catch (error) {
    if (error instanceof ProviderUnreachable || !isUnreachable(error)) throw error;
    throw new ProviderUnreachable(settings.name, error);
  }
}
