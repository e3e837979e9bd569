import type { TokenEndpointResponse } from 'openid-client';
import { z } from 'zod';

/** The stored tokens, encrypted with the session: the means to ask again, and the hint for logout. */
const shape = z.object({
  refreshToken: z.string().optional(),
  accessToken: z.string().optional(),
  /** Milliseconds since 1970; absent when the provider did not say. */
  accessEndsAt: z.number().optional(),
  idToken: z.string().optional(),
});
export type KeptTokens = z.output<typeof shape>;

/** The access token is stored only when it is the only means there is. */
export function keepTokens(tokens: TokenEndpointResponse, before: KeptTokens = {}): string {
  const refreshToken = tokens.refresh_token ?? before.refreshToken;
  const ends = tokens.expires_in === undefined ? undefined : Date.now() + tokens.expires_in * 1_000;
  const access =
    refreshToken === undefined ? { accessToken: tokens.access_token, accessEndsAt: ends } : { refreshToken };
  return JSON.stringify({ ...access, idToken: tokens.id_token ?? before.idToken });
}

export function readKept(state: string | null): KeptTokens {
  return state === null ? {} : shape.parse(JSON.parse(state));
}
