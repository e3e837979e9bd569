import * as client from 'openid-client';

/** Codes of `oauth4webapi` for no answer in time, and for a page where data should be: a proxy speaks for it. */
const noAnswer = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON']);

/** Whether a failure says something about the line or the provider, and nothing about the person. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // `fetch` reports a connection that failed as a TypeError with the system's error as its cause.
  if (error instanceof TypeError) return error.cause instanceof Error;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true;
  const status = statusOf(error);
  return (
    noAnswer.has(codeOf(error)) || (status !== null && (status >= 500 || status === 429 || status === 408))
  );
}

function statusOf(error: Error): number | null {
  if (error instanceof client.ResponseBodyError || error instanceof client.WWWAuthenticateChallengeError) {
    return error.status;
  }
  const { cause } = error;
  return cause instanceof Response ? cause.status : null;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The code that the provider itself gave (RFC 6749 section 5.2, OpenID Connect Core section 3.1.2.6), or ''. */
export function providerCodeOf(error: unknown): string {
  const known =
    error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError;
  return known && /^[\w-]{1,60}$/.test(error.error) ? error.error : '';
}

/** What did not fit, for the log: codes and names of claims, never their values. */
export function findingOf(error: unknown): string {
  const details = error instanceof Error ? error.cause : undefined;
  const inner = details instanceof Error ? details.cause : details;
  const claim =
    typeof inner === 'object' && inner !== null && 'claim' in inner && typeof inner.claim === 'string'
      ? inner.claim
      : '';
  return [codeOf(error), providerCodeOf(error), claim].filter((part) => part !== '').join(' ') || 'unknown';
}
