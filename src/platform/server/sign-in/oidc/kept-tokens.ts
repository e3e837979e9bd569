import type { TokenEndpointResponse } from 'openid-client';
import { z } from 'zod';
import { SignInRefusal } from '../sign-in-refusal.ts';

/** The stored tokens, encrypted with the session: the means to ask again, and the hint for logout. */
const shape = z.object({
  refreshToken: z.string().optional(),
  accessToken: z.string().optional(),
  /** Milliseconds since 1970; absent when the provider did not say. */
  accessEndsAt: z.number().optional(),
  idToken: z.string().optional(),
});
export type KeptTokens = z.output<typeof shape>;

/**
 * Characters of RFC 6749, appendix A.12: no header takes others, and a sign-in would end in the middle.
 * @throws SignInRefusal
 */
export function demandUsable({ access_token }: TokenEndpointResponse): void {
  if (!/^[\x20-\x7e]+$/.test(access_token)) throw new SignInRefusal('token', { finding: 'access token' });
}

/** Seconds, for sums that stay numbers. */
const longest = 10 * 365 * 86_400;

/** The access token is stored only when it is the only means there is. */
export function keepTokens(tokens: TokenEndpointResponse, before: KeptTokens = {}): string {
  const refreshToken = tokens.refresh_token ?? before.refreshToken;
  const { expires_in: seconds } = tokens;
  const ends = seconds === undefined ? undefined : Date.now() + Math.min(seconds, longest) * 1_000;
  const access =
    refreshToken === undefined ? { accessToken: tokens.access_token, accessEndsAt: ends } : { refreshToken };
  return JSON.stringify({ ...access, idToken: tokens.id_token ?? before.idToken });
}

export function readKept(state: string | null): KeptTokens {
  return state === null ? {} : shape.parse(JSON.parse(state));
}
