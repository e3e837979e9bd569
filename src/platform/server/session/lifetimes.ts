/** How long things of a session last, in seconds. */
export interface Lifetimes {
  /** Without a request. */
  idle: number;
  /** From the sign-in on, whatever happens. */
  absolute: number;
  /** How old groups may become before the provider is asked. */
  groups: number;
  /** How old the last known groups may become while the provider cannot be reached. */
  unreachable: number;
  /** The time of last use is written at most this often. */
  touch: number;
  /** Pause after a failed attempt to ask the provider. */
  retry: number;
  /** Longest time that asking a provider takes; afterwards another instance may try. */
  lease: number;
  /** How long a session that has expired is remembered, so that its browser learns that nobody ended it. */
  remembered: number;
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
};
