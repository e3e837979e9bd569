import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { RunRow } from '../../../platform/server/directory/runs.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { Run } from '../contract.ts';
import { mayDecide } from './rules.ts';

export function presentRun(row: RunRow, viewer: Actor): Run {
  const { created_at, created_by, decided_at, decided_by, ...same } = row;
  const { id, origin, source, state, reason, note, records, added, changed, gone, ...rest } = same;
  rest satisfies NothingLeft;
  return {
    id,
    origin,
    source,
    state,
    reason,
    note,
    records,
    added,
    changed,
    gone,
    createdAt: created_at.toISOString(),
    createdBy: created_by,
    decidedAt: isoOrNull(decided_at),
    decidedBy: decided_by,
    can: { decide: isAllowed(mayDecide(viewer, row)) },
  };
}
