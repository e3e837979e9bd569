import type { Call } from '../../contract/call.ts';
import type { Refusals, RowError } from '../../contract/problem.ts';
import { refusalOf } from '../refusal/declared-refusal.ts';

/**
 * Refuses a file with mistakes, in the order of its rows, with the call's own sentence. People get the first 200 and the
 * true number.
 * @throws Refusal `bad-rows`, which the call declares
 */
export function refuseBadRows(
  call: Call & { refusals: { 'bad-rows': Refusals[string] } },
  errors: readonly RowError[],
): void {
  if (errors.length === 0) return;
  const rows = errors.toSorted((a, b) => a.row - b.row);
  throw refusalOf(call, 'bad-rows', { rows: rows.slice(0, 200), rowsTotal: rows.length });
}
