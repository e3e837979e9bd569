import type { Call } from '../../contract/call.ts';
import type { Refusals, RowError } from '../../contract/problem.ts';
import { refusalOf } from '../refusal/declared-refusal.ts';
import { invalid } from '../refusal/refusal.ts';

/**
 * Refuses a file with mistakes, in the order of its rows, with the call's own sentence. People get the first 200 and the
 * true number. What is wrong with the file as a whole is said at its field instead: no row has to be fixed.
 * @throws Refusal `bad-rows`, which the call declares, or about the field `file`
 */
export function refuseBadRows(
  call: Call & { refusals: { 'bad-rows': Refusals[string] } },
  errors: readonly RowError[],
): void {
  if (errors.length === 0) return;
  const whole = errors.find(({ row }) => row === 0);
  if (whole !== undefined) throw invalid({ file: whole.message });
  const rows = errors.toSorted((a, b) => a.row - b.row);
  throw refusalOf(call, 'bad-rows', { rows: rows.slice(0, 200), rowsTotal: rows.length });
}
