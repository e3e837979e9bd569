export interface RunRow {
  id: string;
  journal_log_number: string;
  profile: string;
  file_name: string;
  /** Of its transactions, so that a file is recognized however it was saved. */
  fingerprint: string;
  processed_at: Date;
  processed_by_id: string;
  processed_by: string;
  transactions: number;
  lines: number;
  dropped: number;
  /** Transactions that another run had processed before. */
  repeated: number;
  debit_cents: number;
  credit_cents: number;
  /** The produced file; `null` once it is no longer kept. */
  journal: string | null;
  voided_at: Date | null;
  voided_by: string | null;
  void_reason: string | null;
  version: number;
}

export interface LineRow {
  run_id: string;
  line: number;
  account: string;
  /** Positive: debit. Negative: credit. */
  cents: number;
  description: string;
  rule: string;
  /** `null` for an offset line. */
  source_row: number | null;
  card: string;
  cardholder: string;
  day: string | null;
  merchant: string;
  fingerprint: string | null;
}
