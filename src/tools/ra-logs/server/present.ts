import type { Permission } from '../../../platform/contract/access.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import { type RaLog, reviewRaLog } from '../contract.ts';
import type { LogRow } from './queries.ts';
import { mayAssign, mayClose, mayReview } from './rules.ts';

/** Who looks at a log, and the time zone in which they are told about it. */
export interface Viewer {
  permissions: ReadonlySet<Permission>;
  timeZone: string;
}

export function presentLog(row: LogRow, { permissions, timeZone }: Viewer): RaLog {
  const isReviewer = permissions.has(reviewRaLog.access);
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
      review: isReviewer && isAllowed(mayReview(row, timeZone)),
      assignFollowUp: isReviewer && isAllowed(mayAssign(row, timeZone)),
      closeFollowUp: isReviewer && isAllowed(mayClose(row, timeZone)),
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
