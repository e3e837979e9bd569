import { v7 as uuid } from 'uuid';
import type { WriteTransaction } from '../../../../platform/server/db/database.ts';
import type { Transaction } from '../input/transaction.ts';
import { withoutCardNumbers } from '../input/values.ts';
import type { Journal, JournalLine } from '../journal/make-journal.ts';
import { fingerprintOfFile, fingerprintsOf } from './fingerprints.ts';
import { insertLines, insertRun, type KnownRun } from './queries.ts';
import type { LineRow } from './tables.ts';

/** A journal that is ready to be stored. */
export interface MadeRun {
  journal: Journal;
  /** The produced file. */
  text: string;
  transactions: readonly Transaction[];
  /** The title of the profile. */
  profile: string;
  fileName: string;
}

export interface KeptBy {
  id: string;
  name: string;
  /** For the demo's own history; now by default. */
  at?: Date;
}

/** Stores a run with all of its lines. */
export async function keepRun(
  transaction: WriteTransaction,
  { journal, text, transactions, profile, fileName }: MadeRun,
  by: KeptBy,
  repeated: number,
): Promise<KnownRun> {
  const prints = await fingerprintsOf(transactions);
  const { debits, credits } = sidesOf(journal.lines);
  const run = await insertRun(transaction, {
    id: uuid(),
    journal_log_number: journal.number,
    profile,
    file_name: withoutCardNumbers(fileName).slice(0, 200).toWellFormed(),
    fingerprint: await fingerprintOfFile(prints),
    processed_by_id: by.id,
    processed_by: by.name,
    transactions: transactions.length,
    lines: journal.lines.length,
    dropped: journal.dropped.length,
    repeated,
    debit_cents: debits,
    credit_cents: credits,
    journal: text,
    ...(by.at === undefined ? {} : { processed_at: by.at }),
  });
  await insertLines(
    transaction,
    journal.lines.map((line) => toRow(run.id, line, prints)),
  );
  return run;
}

/** The sums of both sides, in cents. */
export function sidesOf(lines: readonly Pick<JournalLine, 'cents'>[]): { debits: number; credits: number } {
  let [debits, credits] = [0, 0];
  for (const { cents } of lines) {
    if (cents > 0) debits += cents;
    else credits -= cents;
  }
  return { debits, credits };
}

function toRow(run_id: string, made: JournalLine, prints: ReadonlyMap<Transaction, string>): LineRow {
  const { line, account, cents, description, rule, source, card } = made;
  return {
    run_id,
    line,
    account,
    cents,
    description,
    rule,
    source_row: source?.row ?? null,
    card,
    cardholder: source?.cardholder ?? '',
    day: source?.date ?? null,
    merchant: source?.merchant ?? '',
    fingerprint: source === null ? null : (prints.get(source) ?? null),
  };
}
