import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { demandAllowed, isAllowed } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import { type listGradeFiles, type listGradeUploads, mostAtOnce, type readGrades } from '../contract.ts';
import { tellWhose } from './disclose.ts';
import type { Grades } from './grades.ts';
import { presentFile, presentQuizzes, presentUpload } from './present.ts';
import {
  countFiles,
  type FileFilter,
  findListed,
  findSection,
  type ListedFile,
  selectFiles,
  selectUploads,
} from './queries.ts';
import { fold } from './read-grades.ts';
import { maySee, mayUndo, seeAll, unknown } from './rules.ts';

type Context = CallContext<PersonActor>;

export async function handleListFiles(
  { terms }: Pick<Grades, 'terms'>,
  { actor, reader }: Context,
  { query: { paging, email = '', search = '' } }: CallInput<typeof listGradeFiles>,
): Promise<CallReply<typeof listGradeFiles>> {
  // Others may name only themselves.
  const filter: FileFilter = actor.permissions.has(seeAll)
    ? { ownerId: null, email, search }
    : { ownerId: actor.id, email: '', search };
  const total = await countFiles(reader, filter);
  const page = await readPage(paging ?? { page: 1, pageSize: mostAtOnce }, total, (slice) =>
    selectFiles(reader, filter, { slice, terms }),
  );
  return { ...page, data: page.data.map((row) => presentFile(actor, row)) };
}

/** The file, if this person may see it. */
export async function demandFile({ actor, reader }: Context, id: string): Promise<ListedFile> {
  const file = await findListed(reader, id);
  demandAllowed(maySee(actor, file));
  if (file === undefined) throw unknown();
  return file;
}

/** More grades than a course of some hundred students has. */
const many = 5_000;

/** Loads grades of these sections: if there are many, one request at a time, since they take tens of megabytes. */
export function withGrades<T>(
  { inTurn }: Context,
  sections: ListedFile['sections'],
  work: () => Promise<T>,
): Promise<T> {
  const grades = sections.reduce((sum, { quizzes, students }) => sum + quizzes * students, 0);
  return grades > many ? inTurn(work) : work();
}

/** The sections of a file, or the one of this name. */
export function sectionsOf({ sections }: ListedFile, section: string | undefined): ListedFile['sections'] {
  return sections.filter(({ label }) => section === undefined || fold(label) === fold(section));
}

export async function handleReadGrades(
  context: Context,
  { params: { id }, query }: CallInput<typeof readGrades>,
): Promise<CallReply<typeof readGrades>> {
  const file = await demandFile(context, id);
  return withGrades(context, sectionsOf(file, query.section), () =>
    readSection(context, file, query.section),
  );
}

async function readSection(
  context: Context,
  file: ListedFile,
  label: string,
): Promise<CallReply<typeof readGrades>> {
  const section = await findSection(context.reader, file.id, fold(label));
  if (section === undefined) throw unknown();
  await tellWhose(context, section.rows);
  return {
    data: {
      ...presentFile(context.actor, file),
      section: section.label,
      quizzes: presentQuizzes(section.rows),
    },
  };
}

export async function handleListUploads(
  context: Context,
  { params: { id } }: CallInput<typeof listGradeUploads>,
): Promise<CallReply<typeof listGradeUploads>> {
  const file = await demandFile(context, id);
  const uploads = await selectUploads(context.reader, id);
  const canUndo = (upload: (typeof uploads)[number]) =>
    isAllowed(mayUndo(context.actor, file, upload, uploads));
  return { data: uploads.map((upload) => presentUpload(upload, canUndo(upload))) };
}
