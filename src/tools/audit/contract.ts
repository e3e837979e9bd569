import { z } from 'zod';
import { defineCall, downloadReply, jsonReply } from '../../platform/contract/call.ts';
import { calendarDate, emailText, id, text } from '../../platform/contract/fields.ts';
import { pagedList } from '../../platform/contract/paging.ts';

const access = 'audit.view';
const params = z.object({ id });

/** The list ends here, and so does its total. */
export const mostListed = 10_000;

const filters = {
  /** Who did it: a name or an email address, or the name of a service token. */
  person: emailText.optional(),
  /** Whose data it was: a name, an email address, a directory key, or a college ID. */
  about: emailText.optional(),
  /** `short-link.create`, or a noun alone for everything done with it. */
  action: text().optional(),
  /** The id of what was changed or shown. */
  subject: text().optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
};

const namedPerson = z.object({ name: z.string(), email: z.string().nullable() });

const entry = z.object({
  id,
  at: z.iso.datetime(),
  /** Who did it; a job or a program has no email address. */
  by: namedPerson,
  /** For whom IT acted. */
  actingFor: z.string().nullable(),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
  /** Whose data it was. */
  about: namedPerson.nullable(),
});
export type Entry = z.output<typeof entry>;

/** What a column was and is, as text; `null` where the entry has no value. */
const changedColumn = z.object({
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ChangedColumn = z.output<typeof changedColumn>;

const columns = z.array(changedColumn);

const entryDetails = entry.extend({
  columns,
  clientAddress: z.string().nullable(),
  requestId: z.string().nullable(),
  /** It has values that only `revealAuditEntry` shows. */
  isSensitive: z.boolean(),
  can: z.object({ reveal: z.boolean() }),
});
export type EntryDetails = z.output<typeof entryDetails>;

const refusals = {
  'too-many-people': {
    kind: 'invalid',
    detail: 'More than 20 names match. Type more of the name or email address.',
  },
  unknown: { kind: 'not-found', detail: "This entry doesn't exist, or it was removed." },
  removed: {
    kind: 'gone',
    detail: 'This entry has no sensitive values, or they were removed after their time.',
  },
  locked: {
    kind: 'conflict',
    detail:
      'These values were encrypted with a secret that this portal no longer has. The operations guide says how to add the old one.',
  },
} as const;
const tooMany = { 'too-many-people': refusals['too-many-people'] };

export const listAuditEntries = defineCall({
  name: 'listAuditEntries',
  summary:
    'Audit entries, newest first, at most the newest 10,000 that match; without the address and the values of each',
  method: 'GET',
  path: '/api/audit/entries',
  access,
  ...pagedList(entry, filters, { pageSize: 20 }),
  refusals: tooMany,
});

export const listAuditActions = defineCall({
  name: 'listAuditActions',
  summary: 'Every action that an audit entry has',
  method: 'GET',
  path: '/api/audit/actions',
  access,
  reply: jsonReply(z.object({ data: z.array(z.string()) })),
});

export const readAuditEntry = defineCall({
  name: 'readAuditEntry',
  summary: 'An audit entry with what changed, without its sensitive values',
  method: 'GET',
  path: '/api/audit/entries/:id',
  access,
  params,
  reply: jsonReply(z.object({ data: entryDetails })),
  refusals: { unknown: refusals.unknown },
  discloses: 'audit-entry.read',
});

export const revealAuditEntry = defineCall({
  name: 'revealAuditEntry',
  summary: 'The sensitive values of an audit entry',
  method: 'GET',
  path: '/api/audit/entries/:id/sensitive',
  access: 'audit.reveal',
  params,
  reply: jsonReply(z.object({ data: z.object({ columns }) })),
  refusals: { unknown: refusals.unknown, removed: refusals.removed, locked: refusals.locked },
  discloses: 'audit-entry.reveal',
});

export const exportAuditEntries = defineCall({
  name: 'exportAuditEntries',
  summary: 'All audit entries that match as CSV, newest first, without sensitive values',
  method: 'GET',
  path: '/api/audit/export',
  access,
  query: z.object(filters),
  reply: downloadReply('text/csv; charset=utf-8'),
  refusals: tooMany,
  discloses: 'audit-log.export',
});

/** Every call of this tool, for the documents and the access matrix. */
export const auditCalls = {
  listAuditEntries,
  listAuditActions,
  readAuditEntry,
  revealAuditEntry,
  exportAuditEntries,
};
