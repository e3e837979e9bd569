import type { Actor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import {
  addFileVersion,
  changeFile,
  deleteFile,
  downloadFile,
  eraseFile,
  extendFile,
  restoreFile,
  uploadFile,
  withdrawFile,
} from '../contract.ts';
import { everyone } from './groups.ts';
import { fits } from './networks.ts';
import type { FileRow } from './queries.ts';

type Managed = Pick<FileRow, 'automation_managed' | 'ended'>;

/** What an automation manages, no person changes or deletes: it would be back the next night. */
function byHand(viewer: Actor, row: Managed): Verdict {
  if (!row.automation_managed || viewer.kind === 'token') return true;
  return () => refusalOf(changeFile, 'automation-managed');
}

function whilePublished(row: Managed): Verdict {
  return row.ended === null ? true : () => refusalOf(changeFile, 'not-published');
}

const all = (...verdicts: Verdict[]): Verdict => verdicts.find((verdict) => verdict !== true) ?? true;

export function mayPublish(viewer: Actor): Verdict {
  return mayCall(viewer, uploadFile) ? true : forbidden;
}

export function mayChange(viewer: Actor, row: Managed): Verdict {
  if (!mayCall(viewer, changeFile)) return forbidden;
  return all(byHand(viewer, row), whilePublished(row));
}

export function mayAddVersion(viewer: Actor, row: Managed): Verdict {
  if (!mayCall(viewer, addFileVersion)) return forbidden;
  return all(byHand(viewer, row), whilePublished(row));
}

export function mayDelete(viewer: Actor, row: Managed): Verdict {
  if (!mayCall(viewer, deleteFile)) return forbidden;
  return byHand(viewer, row);
}

/** Also what an automation manages: something confidential must go away. */
export function mayWithdraw(viewer: Actor, row: Managed): Verdict {
  if (!mayCall(viewer, withdrawFile)) return forbidden;
  return whilePublished(row);
}

export function mayRestore(viewer: Actor): Verdict {
  return mayCall(viewer, restoreFile) ? true : forbidden;
}

export function mayErase(viewer: Actor): Verdict {
  return mayCall(viewer, eraseFile) ? true : forbidden;
}

export function mayExtend(viewer: Actor, row: Managed & Pick<FileRow, 'retires_at'>): Verdict {
  if (!mayCall(viewer, extendFile)) return forbidden;
  return row.retires_at === null ? () => refusalOf(extendFile, 'no-end') : whilePublished(row);
}

/** What a person is in, as the index of groups knows it. */
export function groupsOfViewer(viewer: Actor): string[] {
  return [everyone, ...(viewer.kind === 'person' ? viewer.groups.map(foldCase) : [])];
}

/** The groups and the address decide, for IT as for everyone. What is not published does not exist. */
export function mayDownload(
  viewer: Actor,
  row: Pick<FileRow, 'folded_groups' | 'networks' | 'ended'>,
  clientAddress: string,
): Verdict {
  if (row.ended !== null) return () => refusalOf(downloadFile, 'unknown');
  const mine = new Set(groupsOfViewer(viewer));
  if (!row.folded_groups.some((group) => mine.has(group))) return () => refusalOf(downloadFile, 'not-yours');
  return fits(row.networks, clientAddress) ? true : () => refusalOf(downloadFile, 'not-from-here');
}
