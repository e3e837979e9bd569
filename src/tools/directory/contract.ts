import { z } from 'zod';
import { defineCall, jsonBody, jsonReply, uploadBody } from '../../platform/contract/call.ts';
import { id, searchText } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';

const access = 'directory.manage';
const params = z.object({ id });
const instantOrNull = z.iso.datetime().nullable();

export const largestUpload = 30 * 1024 * 1024;
/** How many of those who come, change, and go are named. */
export const mostNamed = 100;

/** One reading of the directory. */
export const run = z.object({
  id,
  origin: z.enum(['upload', 'file', 'ldap']),
  /** `csv`, or the name of a directory server. */
  source: z.string(),
  state: z.enum(['waiting', 'applied', 'discarded', 'failed']),
  /** Why it waits or has failed. */
  reason: z.string().nullable(),
  /** What a directory server has that was left out, and why. */
  note: z.string().nullable(),
  records: z.int(),
  added: z.int(),
  changed: z.int(),
  gone: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  decidedAt: instantOrNull,
  decidedBy: z.string().nullable(),
  can: z.object({ decide: z.boolean() }),
});
export type Run = z.output<typeof run>;

const changedPerson = z.object({
  key: z.string(),
  name: z.string(),
  department: z.string(),
  kind: z.enum(['employee', 'student']),
  what: z.enum(['added', 'changed', 'gone']),
});
export type ChangedPerson = z.output<typeof changedPerson>;

const decided = {
  decided: { kind: 'conflict', detail: 'Someone has already decided this, or there is a newer file.' },
} as const;

export const listRuns = defineCall({
  name: 'listRuns',
  summary: 'Imports of the directory, newest first',
  method: 'GET',
  path: '/api/directory/runs',
  access,
  ...pagedList(run, {}),
});

export const readDirectoryState = defineCall({
  name: 'readDirectoryState',
  summary:
    'How many people the directory has, when it last changed, and the reading that is waiting for a decision',
  method: 'GET',
  path: '/api/directory/state',
  access,
  reply: jsonReply(
    z.object({
      data: z.object({
        employees: z.int(),
        students: z.int(),
        appliedAt: instantOrNull,
        hasFile: z.boolean(),
        /** The directory servers that are read each hour. */
        servers: z.array(z.string()),
        waiting: run.nullable(),
      }),
    }),
  ),
});

export const readRunChanges = defineCall({
  name: 'readRunChanges',
  summary: 'Who would be gone, added, and changed by a reading that is waiting, the first hundred of each',
  method: 'GET',
  path: '/api/directory/runs/:id/changes',
  access,
  params,
  reply: jsonReply(z.object({ data: z.array(changedPerson) })),
  discloses: 'directory-preview.read',
});

export const uploadDirectory = defineCall({
  name: 'uploadDirectory',
  summary: 'Read a CSV file of people; nothing changes until it is confirmed',
  method: 'POST',
  path: '/api/directory/runs',
  access,
  body: uploadBody(z.object({}), {
    file: { handling: 'parsed', endings: ['.csv'], maxBytes: largestUpload, maxFiles: 1, required: true },
  }),
  reply: jsonReply(z.object({ data: run }), 201),
  refusals: {
    'bad-rows': { kind: 'invalid', detail: 'Nothing was read: some rows need to be fixed.' },
    'not-counted': {
      kind: 'conflict',
      detail: 'A file does not count here, so nothing was read: csv is not in the order of directory.yaml.',
    },
  },
});

export const confirmRun = defineCall({
  name: 'confirmRun',
  summary: 'Apply a waiting reading to the directory, unless it would remove more people than `gone`',
  method: 'POST',
  path: '/api/directory/runs/:id/confirmation',
  access,
  params,
  body: jsonBody(
    z.object({
      /** How many people would be gone, as the person saw it. */
      gone: z.int().min(0),
    }),
  ),
  reply: jsonReply(z.object({ data: run })),
  refusals: {
    ...decided,
    'more-gone': {
      kind: 'conflict',
      detail: 'More people would be removed by now. Check who they are and confirm again.',
    },
  },
});

export const discardRun = defineCall({
  name: 'discardRun',
  summary: 'Discard a waiting reading',
  method: 'DELETE',
  path: '/api/directory/runs/:id',
  access,
  params,
  reply: jsonReply(z.object({ data: run })),
  refusals: decided,
});

/** A student, as seen by people who work with students. */
const student = z.object({
  /** That of the record, not the student number, which is one of the facts that a password is reset with. */
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  title: z.string(),
  department: z.string(),
  /** Shown only to people who may see confidential ones. */
  confidential: z.boolean(),
});
export type Student = z.output<typeof student>;

export const listStudents = defineCall({
  name: 'listStudents',
  summary: 'Students of the directory, by name; every word of `search` has to match, without accents',
  method: 'GET',
  path: '/api/directory/students',
  access: 'directory.see-students',
  ...pagedList(student, { search: searchText }, { pageSize: 20 }),
});

/** Every call of this tool, for the documents and the access matrix. */
export const directoryCalls = {
  listRuns,
  readDirectoryState,
  readRunChanges,
  uploadDirectory,
  confirmRun,
  discardRun,
  listStudents,
};
