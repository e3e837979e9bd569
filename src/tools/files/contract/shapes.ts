import { z } from 'zod';
import { boundedText, folders, id, text } from '../../../platform/contract/fields.ts';
import { readPaging } from '../../../platform/contract/read-paging.ts';

export const ownerTypes = ['IT', 'Faculty', 'Committee', 'Department', 'Student', 'Automation'] as const;
export const contentTypes = ['Report', 'Policy', 'Form', 'Curriculum', 'Resource', 'SOP', 'Guide'] as const;
export const fileStates = ['published', 'withdrawn', 'deleted', 'retired'] as const;
export type FileState = (typeof fileStates)[number];

/** A college may set a different limit. */
export const largestFile = 100 * 1024 * 1024;
/** More files than this are not listed at once. */
export const mostAtOnce = 1_000;
/** How many days a deletion can be undone. */
export const undoDays = 30;

const longestList = 4_000;

/**
 * Entries joined by commas. An empty text means no restriction, so a text that only looks empty is refused: it must not
 * open a file to everyone by accident.
 */
function joinedList(noun: string) {
  return boundedText(longestList).superRefine((value, context) => {
    if (value === '') return;
    const entries = value.split(',').map((entry) => entry.trim());
    if (entries.every((entry) => entry === '')) context.addIssue(`Enter ${noun}.`);
    else if (entries.includes('')) context.addIssue('Fill in or remove the empty entry.');
    else if (entries.length > 100) context.addIssue('Use at most 100 entries.');
  });
}

const groupName = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._&()'-]{0,99}$/u;

/** Directory groups that may have a file. */
export const adGroups = joinedList('a group').refine(
  (value) =>
    value === '' || value.split(',').every((entry) => entry.trim() === '' || groupName.test(entry.trim())),
  'Use names of groups without "=", "*", or a comma in the name.',
);

export const ipAddresses = joinedList('an address');

const department = text({ max: 100 });
export const owner = {
  ownerType: z.enum(ownerTypes, 'Choose who owns it.'),
  contentType: z.enum(contentTypes, 'Choose what it is.'),
  department: department.optional(),
  committee: department.optional(),
  /** Where an automation's file is; without it, the folder of the service token. Only for owner type Automation. */
  folder: folders.optional(),
};

interface Owner {
  ownerType: string;
  department?: string | undefined;
  committee?: string | undefined;
}

/** Even while other fields are wrong: the form marks everything that is missing at once. */
const alsoWithFaults = {
  when: ({ value }: z.core.ParsePayload) => typeof value === 'object' && value !== null,
};

/** A department needs its name, and so does a committee: its name is in the path. */
export function demandOwnersName(value: Owner, context: z.core.$RefinementCtx): void {
  const missing = (field: 'department' | 'committee') => !/[\p{L}\p{N}]/u.test(value[field] ?? '');
  const tell = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message, input: value });
  if (value.ownerType === 'Department' && missing('department')) tell('department', 'Enter the department.');
  if (value.ownerType === 'Committee' && missing('committee')) tell('committee', 'Enter the committee.');
}

const yes = z.enum(['true', 'false']).optional();

/** The form for a new file; `adGroups` and `ipAddresses` are joined by commas, empty for no restriction. */
export const newFile = z
  .object({
    ...owner,
    adGroups,
    ipAddresses: ipAddresses.default(''),
    /** Groups that the portal does not know are intended. */
    confirmed: yes,
    /** There may already be such a file: this is its next version. */
    asVersion: yes,
  })
  .superRefine(demandOwnersName, alsoWithFaults);

export const changedFile = z.object({
  contentType: owner.contentType,
  adGroups,
  ipAddresses: ipAddresses.default(''),
  confirmed: z.boolean().optional(),
  version: z.int().optional(),
});

const instantOrNull = z.iso.datetime().nullable();

/** A file as IT sees it. */
export const file = z.object({
  _id: id,
  originalFilename: z.string(),
  filepath: z.string(),
  ownerType: z.enum(ownerTypes),
  contentType: z.enum(contentTypes),
  department: z.string().nullable(),
  committee: z.string().nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  lastUpdated: z.iso.datetime(),
  automationManaged: z.boolean(),
  authConfig: z.object({ adGroups: z.array(z.string()), ipAddresses: z.array(z.string()) }),
  /** Who can see it, as a sentence. */
  audience: z.string(),
  bytes: z.int(),
  /** As found in the content. */
  mediaType: z.string(),
  currentVersion: z.int(),
  state: z.enum(fileStates),
  endedAt: instantOrNull,
  endedBy: z.string().nullable(),
  /** When it will be removed for good. */
  goneAt: instantOrNull,
  /** When its content type expires it. */
  retiresAt: instantOrNull,
  version: z.int(),
  can: z.object({
    download: z.boolean(),
    change: z.boolean(),
    delete: z.boolean(),
    withdraw: z.boolean(),
    restore: z.boolean(),
    erase: z.boolean(),
    extend: z.boolean(),
  }),
});
export type PublishedFile = z.output<typeof file>;

const fileVersion = z.object({
  number: z.int(),
  bytes: z.int(),
  mediaType: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  downloads: z.int(),
  isCurrent: z.boolean(),
});
export type FileVersion = z.output<typeof fileVersion>;

export const fileDetails = file.extend({
  versions: z.array(fileVersion),
  /** The newest 50. */
  downloads: z.array(z.object({ by: z.string(), at: z.iso.datetime(), number: z.int() })),
  history: z.array(z.object({ action: z.string(), by: z.string(), at: z.iso.datetime() })),
});
export type FileDetails = z.output<typeof fileDetails>;

/** A file as the people it is for see it. */
const myFile = z.object({
  _id: id,
  originalFilename: z.string(),
  contentType: z.enum(contentTypes),
  createdAt: z.iso.datetime(),
  lastUpdated: z.iso.datetime(),
  bytes: z.int(),
  can: z.object({ download: z.boolean() }),
});
export type MyFile = z.output<typeof myFile>;

export const uploadCheck = z.object({
  data: z.object({
    filepath: z.string(),
    /** The file that is already there, if there is one. */
    taken: z.object({ _id: id, originalFilename: z.string(), mayAddVersion: z.boolean() }).nullable(),
    unknownGroups: z.array(z.string()),
  }),
});

export const fileOptions = z.object({
  data: z.object({
    /** Those the portal knows, with the words for their people. */
    groups: z.array(z.object({ name: z.string(), words: z.string(), isMine: z.boolean() })),
    campusNetworks: z.array(z.string()),
    largestFile: z.int(),
    /** A virus scanner looks at uploads. */
    scanned: z.boolean(),
  }),
});
export type FileOptions = z.output<typeof fileOptions>['data'];

/** Without a page all files are asked for. */
export const myFilesQuery = z
  .object({
    page: z.unknown().optional().meta({ type: 'integer', description: 'without it, all files' }),
    pageSize: z.unknown().optional().meta({ type: 'integer', description: '1 to 100' }),
  })
  .transform(({ page, pageSize }) => ({ paging: readPaging(page, pageSize, 10) }));

export const myFilesPage = z.object({
  data: z.array(myFile),
  meta: z.object({
    pages: z.int(),
    total: z.int(),
    page: z.int().optional(),
    pageSize: z.int().optional(),
  }),
});
