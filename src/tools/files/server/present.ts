import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import { type FileVersion, type MyFile, type PublishedFile, undoDays } from '../contract/shapes.ts';
import type { FilesCampus } from '../settings.ts';
import { audienceSentence } from './audience.ts';
import type { ShownFile, VersionRow } from './queries.ts';
import { mayChange, mayDelete, mayDownload, mayErase, mayExtend, mayRestore, mayWithdraw } from './rules.ts';

interface Viewer {
  actor: Actor;
  clientAddress: string;
}

export function presentFile(
  row: ShownFile,
  { actor, clientAddress }: Viewer,
  campus: FilesCampus,
): PublishedFile {
  const {
    id,
    original_filename,
    filepath,
    owner_type,
    content_type,
    department,
    committee,
    groups,
    networks,
    automation_managed,
    current_version,
    version,
    created_at,
    created_by,
    updated_at,
    ended,
    ended_at,
    ended_by,
    retires_at,
    bytes,
    media_type,
    // Only for lists, jobs, and downloads.
    folded_filename: _1,
    folded_groups: _2,
    last_version: _3,
    created_by_id: _4,
    kept_by_id: _8,
    retirement_noticed_at: _5,
    noticed_person_id: _10,
    stored_name: _6,
    version_id: _7,
    before_deletion: _9,
    ...rest
  } = row;
  rest satisfies NothingLeft;
  return {
    _id: id,
    originalFilename: original_filename,
    filepath,
    ownerType: owner_type,
    contentType: content_type,
    department,
    committee,
    createdAt: created_at.toISOString(),
    createdBy: created_by,
    lastUpdated: updated_at.toISOString(),
    automationManaged: automation_managed,
    authConfig: { adGroups: groups, ipAddresses: networks },
    audience: audienceSentence({ groups, networks }, campus),
    bytes,
    mediaType: media_type,
    currentVersion: current_version,
    state: ended ?? 'published',
    endedAt: isoOrNull(ended_at),
    endedBy: ended_by,
    goneAt: ended_at === null || ended === 'withdrawn' ? null : daysLater(ended_at, undoDays).toISOString(),
    retiresAt: isoOrNull(retires_at),
    version,
    can: {
      download: isAllowed(mayDownload(actor, row, clientAddress)),
      change: isAllowed(mayChange(actor, row)),
      delete: ended !== 'deleted' && isAllowed(mayDelete(actor, row)),
      withdraw: isAllowed(mayWithdraw(actor, row)),
      restore: ended !== null && isAllowed(mayRestore(actor)),
      erase: isAllowed(mayErase(actor)),
      extend: isAllowed(mayExtend(actor, row)),
    },
  };
}

export function presentMine(row: ShownFile, { actor, clientAddress }: Viewer): MyFile {
  return {
    _id: row.id,
    originalFilename: row.original_filename,
    contentType: row.content_type,
    createdAt: row.created_at.toISOString(),
    lastUpdated: row.updated_at.toISOString(),
    bytes: row.bytes,
    can: { download: isAllowed(mayDownload(actor, row, clientAddress)) },
  };
}

export function presentVersion(row: VersionRow, current: number): FileVersion {
  const { number, bytes, media_type, created_at, created_by, downloads, ...rest } = row;
  const { id: _1, file_id: _2, stored_name: _3, ...nothing } = rest;
  nothing satisfies NothingLeft;
  return {
    number,
    bytes,
    mediaType: media_type,
    createdAt: created_at.toISOString(),
    createdBy: created_by,
    downloads,
    isCurrent: number === current,
  };
}

function daysLater(time: Date, days: number): Date {
  return new Date(time.getTime() + days * 86_400_000);
}
