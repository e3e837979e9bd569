import type { Actor, TokenActor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden, invalid } from '../../../platform/server/refusal/refusal.ts';
import { mayPublishAt, mayPublishFor } from '../../../platform/server/tokens/file-limits.ts';
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
import { pathForTokens } from './filepath.ts';
import { everyone } from './groups.ts';
import { fits } from './networks.ts';
import type { FileRow } from './queries.ts';

type Managed = Pick<FileRow, 'automation_managed' | 'ended' | 'filepath'>;

/**
 * No person changes or deletes what an automation manages: it would be back the next night. A token has what is in
 * its folder, even if an earlier token published it: a token is replaced at least once a year.
 */
function byManager(viewer: Actor, row: Managed): Verdict {
  if (viewer.kind === 'token') return inFolder(viewer, row.filepath);
  return row.automation_managed ? () => refusalOf(changeFile, 'automation-managed') : true;
}

function inFolder(token: TokenActor, filepath: string): Verdict {
  const path = pathForTokens(filepath);
  return path === null ? forbidden : mayPublishAt(token, path);
}

const withheld = 'This file is withdrawn. Ask IT to publish it again.';

function whilePublished(row: Managed, viewer: Actor): Verdict {
  if (row.ended === null) return true;
  // What IT took away is not brought back by a program's next run.
  return () => refusalOf(changeFile, 'not-published', viewer.kind === 'token' ? { detail: withheld } : {});
}

const all = (...verdicts: Verdict[]): Verdict => verdicts.find((verdict) => verdict !== true) ?? true;

/** Before anything is looked up: a token learns nothing about files outside its folder. */
export function mayPublish(
  viewer: Actor,
  file: { ownerType: string; filepath: string; groups: readonly string[] },
): Verdict {
  if (!mayCall(viewer, uploadFile)) return forbidden;
  if (viewer.kind !== 'token') return true;
  if (file.ownerType !== 'Automation') {
    return () => invalid({ ownerType: 'A service token publishes with the owner type Automation.' });
  }
  return all(inFolder(viewer, file.filepath), mayPublishFor(viewer, file.groups));
}

export function mayChange(viewer: Actor, row: Managed): Verdict {
  if (!mayCall(viewer, changeFile)) return forbidden;
  return all(byManager(viewer, row), whilePublished(row, viewer));
}

export function mayAddVersion(viewer: Actor, row: Managed): Verdict {
  if (!mayCall(viewer, addFileVersion)) return forbidden;
  return all(byManager(viewer, row), whilePublished(row, viewer));
}

/** A version for the groups that the file has: those must be among the ones that a token may publish for. */
export function mayAddAsItIs(viewer: Actor, row: Managed & Pick<FileRow, 'groups'>): Verdict {
  return all(mayAddVersion(viewer, row), viewer.kind === 'token' ? mayPublishFor(viewer, row.groups) : true);
}

export function mayDelete(viewer: Actor, row: Managed): Verdict {
  if (!mayCall(viewer, deleteFile)) return forbidden;
  // Otherwise a token could delete what was withdrawn, and publish it again.
  return all(byManager(viewer, row), viewer.kind === 'token' ? whilePublished(row, viewer) : true);
}

/** Even what an automation manages: something confidential has to be removable. */
export function mayWithdraw(viewer: Actor, row: Managed): Verdict {
  if (!mayCall(viewer, withdrawFile)) return forbidden;
  return whilePublished(row, viewer);
}

export function mayRestore(viewer: Actor): Verdict {
  return mayCall(viewer, restoreFile) ? true : forbidden;
}

export function mayErase(viewer: Actor): Verdict {
  return mayCall(viewer, eraseFile) ? true : forbidden;
}

export function mayExtend(viewer: Actor, row: Managed & Pick<FileRow, 'retires_at'>): Verdict {
  if (!mayCall(viewer, extendFile)) return forbidden;
  return row.retires_at === null ? () => refusalOf(extendFile, 'no-end') : whilePublished(row, viewer);
}

/** What a person is in, as the index of groups has it. */
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
