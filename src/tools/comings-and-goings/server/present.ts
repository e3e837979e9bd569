import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { mostListed } from '../../../platform/server/belongings/belongings.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { Departure, HeldKind } from '../contract.ts';
import type { Owned } from './owned.ts';
import type { DepartureRow } from './queries.ts';

export function presentDeparture(row: DepartureRow): Omit<Departure, 'owns'> {
  const {
    id,
    person_id,
    name,
    email,
    cause,
    lost,
    noticed_at,
    state,
    decided_by,
    decided_at,
    version,
    ...rest
  } = row;
  rest satisfies NothingLeft;
  return {
    id,
    person: { id: person_id, name, email },
    cause,
    lost,
    noticedAt: noticed_at.toISOString(),
    // Someone who owned nothing is in no list.
    state: state === 'nothing' ? 'done' : state,
    decidedBy: decided_by,
    decidedAt: isoOrNull(decided_at),
    version,
  };
}

/** @param mayOpen Whether the viewer may open the page that a link leads to */
export function presentKind(
  { belongings, things, mayNot }: Owned,
  mayOpen: (link: string) => boolean,
): HeldKind {
  const { kind, title, noun, handOver, end } = belongings;
  return {
    kind,
    title,
    noun: { one: noun[0], many: noun[1] },
    things: things.map(({ key, title: name, link = null }) => ({
      key,
      title: name,
      link: link !== null && mayOpen(link) ? link : null,
    })),
    isCut: things.length >= mostListed,
    mayNot,
    can: { handOver: handOver !== undefined, end: end !== undefined },
    ends: end?.says ?? null,
  };
}
