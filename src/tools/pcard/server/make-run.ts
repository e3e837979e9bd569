import type { RowError } from '../../../platform/contract/problem.ts';
import { refuseBadRows } from '../../../platform/server/csv/refuse-rows.ts';
import { fileError } from '../../../platform/server/csv/scan-records.ts';
import type { UploadedFile } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { Profile } from '../contract/profile.ts';
import { previewPcard, type previewPcardLines, type processPcard } from '../contract.ts';
import { readTransactions } from './input/read-transactions.ts';
import type { Transaction } from './input/transaction.ts';
import { accountError, type Journal, makeJournal } from './journal/make-journal.ts';
import { writeJournal } from './journal/write-journal.ts';

export interface Pcard {
  profiles: Readonly<Record<string, Profile>>;
  timeZone: string;
  keepDays: number;
  demo: boolean;
}

export interface ReadFile {
  profile: Profile;
  transactions: Transaction[];
  journal: Journal;
}

/** Reads a file and makes its journal. @throws Refusal for a file with mistakes */
export async function readFile(
  { profiles }: Pick<Pcard, 'profiles'>,
  call: typeof previewPcard | typeof previewPcardLines | typeof processPcard,
  { journalLogNumber, profile: named }: { journalLogNumber: string; profile?: string | undefined },
  file: UploadedFile | undefined,
): Promise<ReadFile> {
  const name = named || Object.keys(profiles)[0] || '';
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile === undefined) {
    const { detail } = previewPcard.refusals['no-profile'];
    throw refusalOf(call, 'no-profile', { fields: { profile: detail } });
  }
  const { transactions, errors } = await readTransactions(file?.bytes ?? Buffer.alloc(0), profile.input);
  const journal = await makeJournal(transactions, profile, journalLogNumber);
  const mistakes = [...errors, ...journal.errors];
  // Someone who has to correct the file anyway should learn everything at once.
  if (mistakes.length > 0) refuseBadRows(call, [...mistakes, ...unmappedErrors(journal, profile)]);
  return { profile, transactions, journal };
}

/** The file for the ledger. @throws Refusal if a transaction has no account, or a figure does not fit */
export async function writeFile(
  call: typeof previewPcard | typeof processPcard,
  { profile, journal }: ReadFile,
): Promise<string> {
  const unmapped = unmappedErrors(journal, profile);
  const none: RowError[] =
    journal.lines.length + unmapped.length === 0
      ? [fileError('Every transaction of this file is zero.')]
      : [];
  refuseBadRows(call, [...unmapped, ...none]);
  const sum = journal.lines.reduce((total, { cents }) => total + cents, 0);
  if (sum !== 0) throw new Error('The journal does not balance.');
  const written = await writeJournal(journal, profile.output);
  if ('errors' in written) refuseBadRows(call, written.errors);
  return 'text' in written ? written.text : '';
}

function unmappedErrors({ unmapped }: Journal, profile: Profile): RowError[] {
  const message = 'No rule of the profile gives this transaction an account.';
  return unmapped.map((one) => accountError(one, profile, message));
}
