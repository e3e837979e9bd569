import type { FastifyBaseLogger } from 'fastify';
import type { Reader } from '../db/database.ts';

/** What a provider says when it is asked again about a signed-in person. */
export type Reread =
  | { kind: 'known'; groups: readonly string[] /** Stored for the next time. */; state: string | null }
  /** The provider has no means to ask, or no longer vouches for the person: the session is over. */
  | { kind: 'over' /** Why, in codes for the log. */; finding?: string; advice?: string | undefined };

export interface RereadRequest {
  subject: string;
  /** What the provider returned at the sign-in or the last time, unchanged. */
  state: string | null;
  reader: Reader;
  log: FastifyBaseLogger;
}

/** What can be asked again for a person's groups. */
export interface GroupsSource {
  /**
   * Absent if a kind has no means to ask: its sessions end when their groups are too old, and the browser signs
   * in again on its own. @throws ProviderUnreachable if it cannot be asked right now.
   */
  rereadGroups?(request: RereadRequest): Promise<Reread>;
}

/** The provider does not respond, or only with server errors. This says nothing about the person. */
export class ProviderUnreachable extends Error {
  /** What failed, in codes for the log: a provider's messages may name people. */
  readonly finding: string;
  readonly provider: string;
  /** What an operator has to change, if known. */
  readonly advice: string | undefined;
  /** What it returned for the next time before it failed, such as a new refresh token; undefined: nothing new. */
  state: string | undefined;

  constructor(provider: string, cause?: unknown, advice?: string) {
    super(`The provider "${provider}" cannot be reached.`, { cause });
    this.name = 'ProviderUnreachable';
    this.provider = provider;
    this.advice = advice;
    this.finding = codesOf(cause).join(' ') || 'unknown';
  }
}

/** The codes along the chain of causes: `OAUTH_TIMEOUT`, `ECONNREFUSED`, `502`. */
export function codesOf(error: unknown): string[] {
  if (error instanceof Response) return [String(error.status)];
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return [code, ...codesOf(error.cause)];
}
