/** How long parts of a session last, in seconds. */
export interface Lifetimes {
  /** Without a request. */
  idle: number;
  /** From the sign-in on, no matter how busy the session is. */
  absolute: number;
  /** How old groups may get before the provider is asked again. */
  groups: number;
  /** How old the last known groups may get while the provider cannot be reached. */
  unreachable: number;
  /** The time of last use is written at most this often. */
  touch: number;
  /** Pause after a failed attempt to ask the provider. */
  retry: number;
  /** Longest time that asking a provider takes; after that, another instance may try. */
  lease: number;
  /** How long an expired session is remembered, so that ending all of a person's sessions reaches its browser, too. */
  remembered: number;
  /** How long the token of an ended session is remembered for its browser: as long as browsers keep a cookie. */
  ended: number;
}

export const defaultLifetimes: Lifetimes = {
  idle: 8 * 3_600,
  absolute: 24 * 3_600,
  groups: 900,
  unreachable: 3_600,
  touch: 60,
  retry: 30,
  lease: 20,
  remembered: 7 * 86_400,
  ended: 400 * 86_400,
};
