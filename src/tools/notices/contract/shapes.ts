import { z } from 'zod';
import { id, instant, text } from '../../../platform/contract/fields.ts';
import { noticeFace } from '../../../platform/contract/notices.ts';

/** Far more than anyone reads above a page. */
const longest = 4_000;

export const longestTitle = 120;

const words = {
  title: text({ min: 1, max: longestTitle, required: 'Enter a title.' }),
  text: text({ min: 1, max: longest, required: 'Say what people should know.' }),
};

/** The server's parser decides what it is; this checks early what it must look like. */
const link = {
  linkHref: text({ max: 2_000 })
    .regex(
      /^(|https?:\/\/.*|\/([^/].*)?)$/i,
      'Enter an address that begins with https://, or with / for a page here.',
    )
    .optional(),
  linkText: text({ max: 80 }).optional(),
};

const audience = {
  audience: z.enum(['everyone', 'groups'], { error: 'Choose who gets it.' }),
  groups: z
    .array(text({ min: 1, required: 'Choose a group.' }))
    .max(50)
    .optional(),
};

const until = instant;

/** When and for whom; the same for the preview and the real thing. */
interface Checked {
  audience: 'everyone' | 'groups';
  groups?: string[] | undefined;
  linkHref?: string | undefined;
  linkText?: string | undefined;
}

function checkTogether(value: Checked, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const count = value.groups?.length ?? 0;
  if (value.audience === 'groups' && count === 0) refuse('groups', 'Choose at least one group.');
  if (value.audience === 'everyone' && count > 0)
    refuse('groups', 'Leave the groups out, or choose "Only these groups".');
  const [hasHref, hasText] = [(value.linkHref ?? '') !== '', (value.linkText ?? '') !== ''];
  if (hasHref && !hasText) refuse('linkText', 'Enter the text of the link.');
  if (hasText && !hasHref) refuse('linkHref', 'Enter the address of the link.');
}

function checkTimes(
  value: { from?: string | null | undefined; until: string },
  context: z.RefinementCtx,
): void {
  if (value.from != null && Date.parse(value.until) <= Date.parse(value.from))
    context.addIssue({ code: 'custom', path: ['until'], message: 'Choose a time after the start.' });
}

const times = {
  /** `null` or absent: at once. */
  from: instant.nullish(),
  until,
};

export const newNotice = z
  .object({ ...words, ...link, ...audience, ...times, tone: z.enum(['info', 'warning']) })
  .superRefine((value, context) => {
    checkTogether(value, context);
    checkTimes(value, context);
  });

export const noticeChange = z
  .object({
    ...words,
    ...link,
    ...audience,
    ...times,
    tone: z.enum(['info', 'warning', 'emergency']),
    version: z.int().optional(),
    /** For an emergency: its recipients get the new version by email, too. */
    emailUpdate: z.boolean().optional(),
  })
  .superRefine((value, context) => {
    checkTogether(value, context);
    checkTimes(value, context);
  });

export const newEmergency = z
  .object({
    ...words,
    ...link,
    ...audience,
    until,
    people: z.int({ error: 'Type the number of people.' }).min(0, 'Type the number of people.'),
  })
  .superRefine(checkTogether);

export const allClear = z.object({ text: words.text, version: z.int().optional() });

export const versionOnly = z.object({ version: z.int().optional() });

/** As much of a notice as has been written so far. */
export const draft = z.object({
  /** Of the notice being edited. */
  id: id.optional(),
  title: text({ max: longestTitle }).optional(),
  text: text({ max: longest }).optional(),
  tone: z.enum(['info', 'warning', 'emergency']),
  linkHref: text({ max: 2_000 }).optional(),
  linkText: text({ max: 80 }).optional(),
  ...audience,
});

export const preview = z.object({
  face: noticeFace,
  /** What keeps the text from being read as Markdown, as a sentence. */
  mistake: z.string().nullable(),
  /** People the portal or the directory knows. */
  people: z.int(),
});

export const noticeStates = ['scheduled', 'showing', 'ended', 'withdrawn'] as const;
export const noticeState = z.enum(noticeStates);

const written = {
  title: z.string(),
  /** Markdown. */
  text: z.string(),
  tone: z.enum(['info', 'warning', 'emergency']),
  /** Empty: everyone. */
  groups: z.array(z.string()),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  linkHref: z.string().nullable(),
  linkText: z.string().nullable(),
};

/** A notice as seen by those who publish. */
export const publishedNotice = z.object({
  id,
  ...written,
  state: noticeState,
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
  /** People who got it by email; 0 for what is only shown. */
  emailedTo: z.int(),
  can: z.object({ edit: z.boolean(), end: z.boolean(), withdraw: z.boolean(), allClear: z.boolean() }),
});
export type PublishedNotice = z.output<typeof publishedNotice>;

export const historyEntry = z.object({
  action: z.enum(['publish', 'edit', 'end', 'withdraw']),
  at: z.iso.datetime(),
  by: z.string(),
  /** What it said, and who it was for, from then on. */
  ...written,
  /** The fields that differ from before. */
  changed: z.array(z.enum(['title', 'text', 'tone', 'groups', 'from', 'until', 'link'])),
});
export type HistoryEntry = z.output<typeof historyEntry>;

/** A notice in the bell. */
export const myNotice = noticeFace.extend({
  id,
  state: z.enum(['showing', 'ended']),
  from: z.iso.datetime(),
  version: z.int(),
  isRead: z.boolean(),
});
export type MyNotice = z.output<typeof myNotice>;
