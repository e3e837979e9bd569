import type { Permission } from '../../../platform/contract/access.ts';
import { type Actor, permissionsOf } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import { reopenDays } from '../contract/shapes.ts';
import {
  answerTicket,
  askForAccess,
  closeTicket,
  downloadAttachment,
  mergeTicket,
  rateTicket,
  readTicket,
  replyToTicket,
  submitTicket,
} from '../contract.ts';
import type { Recent } from './queries.ts';
import type { TicketRow } from './tables.ts';

type Owned = Pick<TicketRow, 'requester_id'>;
type Changing = Owned & Pick<TicketRow, 'state' | 'solved_at' | 'merged_into' | 'handed_at'>;

const unknown = () => refusalOf(readTicket, 'unknown');
const isOwn = (viewer: Actor, { requester_id }: Owned) =>
  viewer.kind === 'person' && viewer.id === requester_id;

/** No one can fill the desk, or a disk. */
export function maySubmit(recent: Recent, perHour: number): Verdict {
  if (recent.count < perHour) return true;
  return () => refusalOf(submitTicket, 'too-many-tickets', { retryAfterSeconds: recent.secondsLeft });
}

/** Someone who has a permission can't ask for it. */
export function mayAsk(viewer: Actor, permission: Permission): Verdict {
  if (!mayCall(viewer, askForAccess)) return forbidden;
  return permissionsOf(viewer)?.has(permission) === true
    ? () => refusalOf(askForAccess, 'has-permission')
    : true;
}

export function mayRead(viewer: Actor, row: Owned): Verdict {
  if (!mayCall(viewer, readTicket)) return forbidden;
  return isOwn(viewer, row) || mayCall(viewer, answerTicket) ? true : unknown;
}

/** An attachment: its requester, and the desk. @param row `undefined` if there is none */
export function mayDownload(viewer: Actor, row: Owned | undefined): Verdict {
  const worksAtDesk = mayCall(viewer, answerTicket);
  if (!worksAtDesk && !mayCall(viewer, readTicket)) return () => refusalOf(downloadAttachment, 'no-access');
  const isTheirs = row !== undefined && (worksAtDesk || isOwn(viewer, row));
  return isTheirs || (() => refusalOf(downloadAttachment, 'unknown'));
}

/** Everyone at the desk works on every ticket. */
export function mayWork(viewer: Actor): Verdict {
  return mayCall(viewer, answerTicket) ? true : forbidden;
}

/** Whether a solved ticket is past reopening. */
export function isOver({ solved_at }: Pick<TicketRow, 'solved_at'>, now: number): boolean {
  return solved_at !== null && now - solved_at.getTime() > reopenDays * 86_400_000;
}

/** For someone who may reply. */
export function mayWriteMore(recent: Recent, perHour: number): Verdict {
  if (recent.count < perHour) return true;
  return () => refusalOf(replyToTicket, 'too-many-messages', { retryAfterSeconds: recent.secondsLeft });
}

/** Only the requester, whoever else may read it. @param now Milliseconds of the epoch */
export function mayReply(viewer: Actor, row: Changing, now: number): Verdict {
  if (!mayCall(viewer, replyToTicket)) return forbidden;
  if (!isOwn(viewer, row)) return unknown;
  if (row.merged_into !== null) return () => refusalOf(replyToTicket, 'merged');
  if (row.handed_at !== null) return () => refusalOf(replyToTicket, 'handed-over');
  return isOver(row, now) ? () => refusalOf(replyToTicket, 'too-late') : true;
}

export function mayClose(viewer: Actor, row: Changing): Verdict {
  if (!mayCall(viewer, closeTicket)) return forbidden;
  if (!isOwn(viewer, row)) return unknown;
  if (row.state === 'solved') return () => refusalOf(closeTicket, 'already-solved');
  // It is open so that the desk passes on what the other help desk lacks.
  return row.handed_at === null || (() => refusalOf(closeTicket, 'handed-over'));
}

/** About what the desk did, so only once it is solved. */
export function mayRate(viewer: Actor, row: Changing): Verdict {
  if (!mayCall(viewer, rateTicket)) return forbidden;
  if (!isOwn(viewer, row)) return unknown;
  const isSolved = row.state === 'solved' && row.merged_into === null && row.handed_at === null;
  return isSolved ? true : () => refusalOf(rateTicket, 'not-solved');
}

type Merging = Pick<
  TicketRow,
  'id' | 'requester_id' | 'merged_into' | 'handed_at' | 'log_id' | 'permission' | 'state'
>;

export function mayMerge(viewer: Actor, source: Merging, target: Merging): Verdict {
  if (!mayCall(viewer, mergeTicket)) return forbidden;
  const obstacle = whyNotMerge(source, target);
  return obstacle === null ? true : () => refusalOf(mergeTicket, obstacle);
}

/** `null`: they can be merged. What one person wrote must not become visible to another. */
export function whyNotMerge(source: Merging, target: Merging): keyof typeof mergeTicket.refusals | null {
  if (source.id === target.id) return 'unknown-target';
  if (source.requester_id !== target.requester_id) return 'other-requester';
  if (source.merged_into !== null || target.merged_into !== null) return 'already-merged';
  if (source.handed_at !== null || target.handed_at !== null) return 'handed-over';
  // Solving one ticket closes one follow-up.
  if (source.log_id !== null && target.log_id !== null) return 'two-logs';
  // Someone who asks for access has one open ticket for each permission.
  const [one, other] = [openRequest(source), openRequest(target)];
  return one !== null && other !== null && one !== other ? 'two-permissions' : null;
}

/** The permission that a ticket asks for and that is not decided yet. */
export function openRequest({ permission, state }: Pick<TicketRow, 'permission' | 'state'>): string | null {
  return state === 'solved' ? null : permission;
}
