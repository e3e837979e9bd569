import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { RaLog } from '../contract.ts';
import type { LogRow } from './queries.ts';
import { mayAssign, mayClose, mayReview } from './rules.ts';

export function presentLog(row: LogRow, viewer: Actor, timeZone: string): RaLog {
  return {
    _id: row.id,
    building: row.building,
    followUp: row.follow_up,
    fireExtinguishers: row.fire_extinguishers,
    exitDoors: row.exit_doors,
    safetyConcerns: row.safety_concerns,
    warnings: row.warnings,
    reports: row.reports,
    comments: row.comments,
    createdAt: row.created_at.toISOString(),
    writtenAt: isoOrNull(row.written_at),
    submittedBy: row.submitted_by,
    reviewed: row.reviewed_on !== null,
    reviewedOn: isoOrNull(row.reviewed_on),
    reviewedBy: row.reviewed_by,
    followUpTask: presentFollowUp(row),
    version: row.version,
    can: {
      review: isAllowed(mayReview(viewer, row, timeZone)),
      assignFollowUp: isAllowed(mayAssign(viewer, row, timeZone)),
      closeFollowUp: isAllowed(mayClose(viewer, row, timeZone)),
    },
  };
}

function presentFollowUp(row: LogRow): RaLog['followUpTask'] {
  if (!row.follow_up) return null;
  return {
    owner: row.follow_up_owner,
    closed: row.closed_on !== null,
    closingNote: row.closing_note,
    closedBy: row.closed_by,
    closedOn: isoOrNull(row.closed_on),
  };
}
