import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { DepartureRow } from './queries.ts';

const columns = { person_id: 'plain', cause: 'plain', lost: 'plain', state: 'plain' } as const;

/** Adds the entry for one departure. */
export function auditDeparture(
  unit: UnitOfWork,
  action: 'notice' | 'back' | 'decide',
  id: string,
  after: Pick<DepartureRow, keyof typeof columns>,
): void {
  const { person_id, cause, lost, state } = after;
  const subject = { type: 'departure', id, columns };
  const about = { personId: person_id };
  unit.record({ action: `departure.${action}`, subject, after: { person_id, cause, lost, state }, about });
}

const handOverColumns = { to: 'plain', done: 'plain', refused: 'plain', kinds: 'plain' } as const;

/** What a hand-over did as a whole; each tool adds an entry for each thing. */
export function auditHandOver(
  unit: UnitOfWork,
  action: 'hand-over' | 'end',
  personId: string,
  after: { to: string | null; done: number; refused: number; kinds: string[] },
): void {
  const subject = { type: 'person', id: personId, columns: handOverColumns };
  unit.record({ action: `belongings.${action}`, subject, after });
}
