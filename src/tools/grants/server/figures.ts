import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import type * as calls from '../contract.ts';
import { type FigureRow, selectFigures } from './figure-queries.ts';
import { fiscalYearOf } from './fiscal-year.ts';
import type { Grants } from './grants.ts';

const dollars = ({ name, applications, cents }: FigureRow) => ({ name, applications, amount: cents / 100 });

export async function handleReadFigures(
  { timeZone, fiscalYearStartsIn }: Grants,
  { reader }: Pick<CallContext, 'reader'>,
  { query: { year: asked } }: CallInput<typeof calls.readGrantFigures>,
): Promise<CallReply<typeof calls.readGrantFigures>> {
  const current = fiscalYearOf(dayOf(Date.now(), timeZone), fiscalYearStartsIn);
  const year = asked ?? current;
  const rows = await selectFigures(reader, year, fiscalYearStartsIn);
  const those = (kind: FigureRow['kind']) => rows.filter((row) => row.kind === kind);
  const years = new Set([current, year, ...those('year').map(({ name }) => Number(name))]);
  return {
    data: {
      year,
      years: [...years].toSorted((one, other) => other - one),
      states: those('state').map(dollars),
      spent: those('spent').map(dollars)[0] ?? { name: '', applications: 0, amount: 0 },
      departments: those('department').map(dollars),
      purposes: those('purpose').map(dollars),
    },
  };
}
