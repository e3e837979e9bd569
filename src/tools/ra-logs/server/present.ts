import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { RaLog } from '../contract.ts';
import type { LogRow } from './queries.ts';
import { mayAssign, mayClose, mayReview } from './rules.ts';

export function presentLog(row: LogRow, viewer: Actor, timeZone: string): RaLog {
  const {
    id,
    building,
    follow_up,
    fire_extinguishers,
    exit_doors,
    safety_concerns,
    warnings,
    reports,
    comments,
    created_at,
    written_at,
    submitted_by,
    reviewed_by,
    reviewed_on,
    follow_up_owner,
    closing_note,
    closed_by,
    closed_on,
    version,
    ticket_id,
    ticket_number,
    ticket_requester_id,
    // Only compared: with the viewer, and with the version that a viewer sends.
    follow_up_owner_id: _,
    follow_up_version: __,
    ...rest
  } = row;
  rest satisfies NothingLeft;
  return {
    _id: id,
    building,
    followUp: follow_up,
    fireExtinguishers: fire_extinguishers,
    exitDoors: exit_doors,
    safetyConcerns: safety_concerns,
    warnings,
    reports,
    comments,
    createdAt: created_at.toISOString(),
    writtenAt: isoOrNull(written_at),
    submittedBy: submitted_by,
    reviewed: reviewed_on !== null,
    reviewedOn: isoOrNull(reviewed_on),
    reviewedBy: reviewed_by,
    followUpTask: follow_up
      ? {
          owner: follow_up_owner,
          closed: closed_on !== null,
          closingNote: closing_note,
          closedBy: closed_by,
          closedOn: isoOrNull(closed_on),
          ticket:
            ticket_id === null || ticket_number === null
              ? null
              : {
                  id: ticket_id,
                  number: ticket_number,
                  isOwn: viewer.kind === 'person' && viewer.id === ticket_requester_id,
                },
        }
      : null,
    version,
    can: {
      review: isAllowed(mayReview(viewer, row, timeZone)),
      assignFollowUp: isAllowed(mayAssign(viewer, row, timeZone)),
      closeFollowUp: isAllowed(mayClose(viewer, row, timeZone)),
    },
  };
}
