import type { NothingLeft } from '../../../../platform/contract/nothing-left.ts';
import type { Actor } from '../../../../platform/server/actor/actor.ts';
import { isAllowed, mayCall, type Verdict } from '../../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../../platform/server/refusal/refusal.ts';
import { type JournalLineSent, type Run, voidRun } from '../../contract.ts';
import type { KnownRun } from './queries.ts';
import type { LineRow } from './tables.ts';

/** Cents as the dollars that are sent: a whole number of cents divided by a hundred is exact to two decimals. */
export const dollars = (cents: number) => cents / 100;

/** A run is void once; there is no way back, since its file may have been processed again. */
export function mayVoid(viewer: Actor, { voided_at }: Pick<KnownRun, 'voided_at'>): Verdict {
  if (!mayCall(viewer, voidRun)) return forbidden;
  return voided_at === null ? true : () => refusalOf(voidRun, 'already-void');
}

export function presentRun(row: KnownRun, viewer: Actor): Run {
  const {
    id,
    journal_log_number,
    profile,
    file_name,
    processed_at,
    processed_by,
    transactions,
    lines,
    dropped,
    repeated,
    debit_cents,
    credit_cents,
    has_file,
    voided_at,
    voided_by,
    void_reason,
    version,
    fingerprint: _print,
    processed_by_id: _by,
    ...rest
  } = row;
  rest satisfies NothingLeft;
  return {
    id,
    journalLogNumber: journal_log_number,
    profile,
    fileName: file_name,
    processedAt: processed_at.toISOString(),
    processedBy: processed_by,
    transactions,
    lines,
    dropped,
    repeated,
    debits: dollars(debit_cents),
    credits: dollars(credit_cents),
    voided:
      voided_at === null
        ? null
        : { at: voided_at.toISOString(), by: voided_by ?? '', reason: void_reason ?? '' },
    version,
    can: { void: isAllowed(mayVoid(viewer, row)), download: has_file },
  };
}

export function presentLine(row: LineRow): JournalLineSent {
  const { line, account, cents, description, rule, source_row, card, cardholder, day, merchant } = row;
  const { run_id: _run, fingerprint: _print } = row;
  return {
    line,
    account,
    debit: cents > 0 ? dollars(cents) : null,
    credit: cents < 0 ? dollars(-cents) : null,
    description,
    rule,
    source: source_row === null ? null : { row: source_row, card, cardholder, date: day ?? '', merchant },
  };
}
