import type { Refusal } from '../refusal/refusal.ts';

/** What a call that takes a `version` says about the row that its sender has seen. */
export interface SeenVersion {
  /** `undefined`: the sender does not say. */
  readonly version: number | undefined;
  /** The call's own refusal `stale-version`; `detail` instead of its sentence. */
  refuse(detail?: string): Refusal;
}

/** A row as the transaction that changes it sees it. */
export interface SeenRow {
  readonly version: number;
  /** The version since which nothing relevant here has changed; without it, only the current one is accepted. */
  readonly sameSince?: number;
  /** What to say to someone who has seen an older one, if the row has more to say than the call. */
  readonly staleDetail?: string;
}

/** Only a state that was seen may be changed. @throws Refusal `stale-version` */
export function assertSeen(seen: SeenVersion | undefined, row: SeenRow): void {
  const version = seen?.version;
  if (seen === undefined || version === undefined) return;
  const { sameSince = row.version } = row;
  if (version < sameSince || version > row.version) throw seen.refuse(row.staleDetail);
}
