import * as client from 'openid-client';

/**
 * Codes for no response in time, for a page where data should be (a proxy responds for the provider), and for
 * a response that never ends.
 */
const noResponse = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'RESPONSE_TOO_LARGE']);

/**
 * Whether a failure is an outage: no connection, no response in time, 5xx, 408, 429, or a page with status
 * 200 where data should be. It is about the connection or the provider, not about the person.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // `fetch` reports a failed connection as a TypeError with the system's error as its cause.
  if (error instanceof TypeError) return error.cause instanceof Error;
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || noResponse.has(codeOf(error)))
    return true;
  const status = statusOf(error);
  if (status !== null && (status >= 500 || status === 429 || status === 408)) return true;
  if (codeOf(error) === 'OAUTH_RESPONSE_IS_NOT_JSON') return status === null || status < 400;
  // A body that was cut off or came too slowly is the cause of a response that "cannot be parsed".
  return isUnreachable(error.cause);
}

/** Whether the failure is the library's, about what a provider sent; anything else is a bug of ours. */
export function isLibraryError(error: unknown): error is Error {
  return (
    error instanceof client.ClientError ||
    error instanceof client.ResponseBodyError ||
    error instanceof client.AuthorizationResponseError ||
    error instanceof client.WWWAuthenticateChallengeError
  );
}

function statusOf(error: Error): number | null {
  if (error instanceof client.ResponseBodyError || error instanceof client.WWWAuthenticateChallengeError) {
    return error.status;
  }
  return responseOf(error)?.status ?? null;
}

/** The response that the library could not use, if the error has it. */
export function responseOf(error: Error): Response | null {
  return error.cause instanceof Response ? error.cause : null;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The code that the provider sent (RFC 6749 section 5.2, OpenID Connect Core section 3.1.2.6), or ''. */
export function providerCodeOf(error: unknown): string {
  const known =
    error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError;
  return known && /^[\w-]{1,60}$/.test(error.error) ? error.error : '';
}

/** `invalid_client` to a client that sent its secret in a header comes with a challenge (RFC 6749, 5.2), which hides the code. */
export function isClientChallenge(error: unknown): boolean {
  return (
    error instanceof client.WWWAuthenticateChallengeError &&
    error.cause.some(({ scheme }) => scheme === 'basic')
  );
}

/** What did not match, for the log: codes, the status and names of claims, never their values. */
export function findingOf(error: unknown): string {
  const status = error instanceof Error ? statusOf(error) : null;
  const parts = [codeOf(error), providerCodeOf(error), claimOf(error), status === null ? '' : String(status)];
  return parts.filter((part) => part !== '').join(' ') || 'unknown';
}

/** The claim, or the attribute of a response, that was wrong. */
export function claimOf(error: unknown): string {
  const { claim, attribute } = detailsOf(error);
  const name = claim ?? attribute;
  return typeof name === 'string' ? name : '';
}

/** What the library says about a failed comparison. */
export function detailsOf(error: unknown): {
  claim?: unknown;
  attribute?: unknown;
  body?: unknown;
  header?: unknown;
  expected?: unknown;
} {
  const cause = error instanceof Error ? error.cause : undefined;
  const inner = cause instanceof Error ? cause.cause : cause;
  return typeof inner === 'object' && inner !== null ? inner : {};
}
