import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { takeTurns } from '../../../platform/server/concurrency/take-turns.ts';
import { refuseBadRows } from '../../../platform/server/csv/refuse-rows.ts';
import type { CallContext, UploadedFile } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { previewGrades, uploadGrades } from '../contract.ts';
import { fileColumns, uploadColumns } from './audit.ts';
import { compareSection } from './compare.ts';
import { tellWhose, withStudents } from './disclose.ts';
import type { Grades } from './grades.ts';
import { countSection, presentFile, quizzesOf } from './present.ts';
import { endSections, findFileOf, findListed, holdFile, selectSections, versionOf } from './queries.ts';
import { fold, type ReadFile } from './read-grades.ts';
import { readUpload } from './read-upload.ts';
import { withGrades } from './readings.ts';
import { unknown } from './rules.ts';
import { type GradeSectionRow, type GradeUploadRow, writeIn } from './tables.ts';

const mostListed = 200;
/** Each is kept for years, with all its rows. */
const limit = { limit: 300, windowSeconds: 3_600 };

type Sound = Pick<ReadFile, 'term' | 'year' | 'sections'>;

export async function handlePreview(
  { terms }: Grades,
  context: CallContext<PersonActor>,
  { body }: CallInput<typeof previewGrades>,
  [file]: readonly UploadedFile[],
): Promise<CallReply<typeof previewGrades>> {
  const { actor, reader } = context;
  const { errors, ...read } = await readUpload(file, terms, body);
  refuseBadRows(previewGrades, errors);
  const known = await findFileOf(reader, actor.id, read.term, read.year);
  // First: what is saved while the rest is read makes it stale.
  const version = known === undefined ? 0 : await versionOf(reader, known.id);
  const there = known === undefined ? [] : ((await findListed(reader, known.id))?.sections ?? []);
  const named = new Set(labelsOf(read));
  const isReplaced = ({ label }: { label: string }) => named.has(fold(label));
  const compared = await withGrades(context, there.filter(isReplaced), () =>
    compareUpload(context, read, known?.id),
  );
  return {
    data: {
      term: read.term,
      year: read.year,
      isNew: known === undefined,
      version,
      ...compared,
      untouched: there.filter((section) => !isReplaced(section)).map(({ label }) => label),
      unknownColumns: read.unknownColumns,
      warnings: read.warnings.slice(0, mostListed),
      warningsTotal: read.warnings.length,
    },
  };
}

/** What is different in the sections of an upload, by name, and the first of the changes. */
async function compareUpload(context: CallContext<PersonActor>, read: Sound, fileId: string | undefined) {
  const there = fileId === undefined ? [] : await selectSections(context.reader, fileId, labelsOf(read));
  const pairs = await pairSections(read, there);
  const changes = pairs.flatMap(({ difference }) => difference.changes);
  const listed = changes.slice(0, mostListed);
  await tellWhose(
    context,
    listed.flatMap(({ stored }) => stored ?? []),
  );
  return {
    sections: pairs.map(({ section, before, difference: { changes: _all, ...counts } }) => ({
      label: section.label,
      ...countSection(section.rows),
      ...counts,
      isNew: before === undefined,
      quizNames: quizzesOf(section.rows).map(({ name }) => name),
    })),
    changes: listed.map(({ shown }) => shown),
    changesTotal: changes.length,
  };
}

export async function handleUpload(
  { terms, throttle }: Grades,
  { actor, change }: CallContext<PersonActor>,
  { body }: CallInput<typeof uploadGrades>,
  [file]: readonly UploadedFile[],
): Promise<CallReply<typeof uploadGrades>> {
  const { errors, ...read } = await readUpload(file, terms, body);
  refuseBadRows(uploadGrades, errors);
  const { allowed, retryAfterSeconds } = await throttle.take(`grades upload:${actor.id}`, limit);
  if (!allowed) throw refusalOf(uploadGrades, 'too-many-uploads', { retryAfterSeconds });
  return change(async (unit) => {
    const id = await saveUpload(unit, actor, read);
    const saved = await findListed(unit.transaction, id);
    if (saved === undefined) throw unknown();
    return { data: presentFile(actor, saved) };
  });
}

/** Replaces the sections that were read and leaves the others. @returns The id of the file */
export async function saveUpload(
  unit: UnitOfWork,
  owner: Pick<PersonActor, 'id' | 'name'>,
  read: Sound,
): Promise<string> {
  const { transaction } = unit;
  const made = { id: uuid(), owner_id: owner.id, term: read.term, year: read.year };
  const file = await holdFile(transaction, made);
  unit.demand(byPermission, { version: await versionOf(transaction, file.id) });
  const there = await selectSections(transaction, file.id, labelsOf(read));
  const pairs = await pairSections(read, there);
  const sum = (count: 'added' | 'changed' | 'removed') =>
    pairs.reduce((total, { difference }) => total + difference[count], 0);
  const upload: Omit<GradeUploadRow, 'at'> = {
    id: uuid(),
    file_id: file.id,
    by_name: owner.name,
    added: sum('added'),
    changed: sum('changed'),
    removed: sum('removed'),
    undone_at: null,
  };
  await writeIn(transaction).insertInto('grade_uploads').values(upload).execute();
  await endSections(
    transaction,
    pairs.flatMap(({ before }) => (before === undefined ? [] : [before.id])),
    upload.id,
  );
  for (const { section, before } of pairs) {
    const row = {
      id: uuid(),
      file_id: file.id,
      label: before?.label ?? section.label,
      folded_label: fold(section.label),
      upload_id: upload.id,
      ended_by: null,
      is_current: true,
      ...countSection(section.rows),
      rows: JSON.stringify(await withStudents(transaction, section.rows)),
    };
    await writeIn(transaction).insertInto('grade_sections').values(row).execute();
  }
  if (file.id === made.id)
    unit.record({
      action: 'grade-file.create',
      subject: { type: 'grade-file', id: file.id, columns: fileColumns },
      after: file,
    });
  const labels = read.sections.map(({ label }) => label).join(', ');
  unit.record({
    action: 'grade-file.upload',
    subject: { type: 'grade-file', id: file.id, columns: { ...uploadColumns, sections: 'plain' } },
    after: { ...upload, at: new Date(), sections: labels },
  });
  return file.id;
}

const labelsOf = ({ sections }: Pick<ReadFile, 'sections'>) => sections.map(({ label }) => fold(label));

async function pairSections(read: Pick<ReadFile, 'sections'>, there: readonly GradeSectionRow[]) {
  const known = new Map(there.map((section) => [section.folded_label, section]));
  const turn = takeTurns();
  const pairs = [];
  for (const section of read.sections) {
    const before = known.get(fold(section.label));
    pairs.push({ section, before, difference: compareSection(before?.rows ?? [], section) });
    await turn();
  }
  return pairs;
}
