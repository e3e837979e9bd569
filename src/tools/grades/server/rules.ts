import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { readGrades, undoDays, undoGradeUpload } from '../contract.ts';
import type { GradeFileRow } from './tables.ts';

export const seeAll = 'grades.see-all';
const dayLength = 86_400_000;

export const unknown = () => refusalOf(readGrades, 'unknown');

export function isOwner(viewer: PersonActor, { owner_id }: Pick<GradeFileRow, 'owner_id'>): boolean {
  return viewer.id === owner_id;
}

/** Others do not even learn that the file exists. */
export function maySee(viewer: PersonActor, file: Pick<GradeFileRow, 'owner_id'> | undefined): Verdict {
  return file !== undefined && (isOwner(viewer, file) || viewer.permissions.has(seeAll)) ? true : unknown;
}

interface Upload {
  id: string;
  at: Date;
  undone_at: Date | null;
}

/** @param uploads Newest first. */
export function mayUndo(
  viewer: PersonActor,
  file: Pick<GradeFileRow, 'owner_id'>,
  upload: Upload,
  uploads: readonly Upload[],
): Verdict {
  if (!isOwner(viewer, file)) return () => refusalOf(undoGradeUpload, 'not-owner');
  const newest = uploads.find(({ undone_at }) => undone_at === null);
  if (newest?.id !== upload.id) return () => refusalOf(undoGradeUpload, 'not-newest');
  if (upload.at.getTime() < Date.now() - undoDays * dayLength)
    return () => refusalOf(undoGradeUpload, 'too-old');
  return true;
}
