/** A short link after its acknowledged writes. */
export interface LinkEntry {
  id: string;
  shortUrl: string;
  longUrl: string;
  version: number;
}

/** An RA log after its acknowledged writes. */
export interface LogEntry {
  id: string;
  comments: string;
  followUp: boolean;
  reviewed: boolean;
  owner: string | null;
  closed: boolean;
}

/** What the server has acknowledged; after any crash the database has to hold exactly this. */
export interface Ledger {
  readonly links: Map<string, LinkEntry>;
  readonly logs: Map<string, LogEntry>;
  /** Audit entries by action and subject. */
  readonly audited: Map<string, number>;
  acknowledged: number;
  /** Writes that were sent again under their key, because the first response did not come or was 503. */
  repeated: number;
}

export function createLedger(): Ledger {
  return { links: new Map(), logs: new Map(), audited: new Map(), acknowledged: 0, repeated: 0 };
}

/** Records that a write was acknowledged, with the audit entry that it has to leave. */
export function acknowledge(ledger: Ledger, action: string, subject: string): void {
  const name = `${action} ${subject}`;
  ledger.audited.set(name, (ledger.audited.get(name) ?? 0) + 1);
  ledger.acknowledged += 1;
}
