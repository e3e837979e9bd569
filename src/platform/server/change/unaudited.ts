import type { Database } from '../db/database.ts';

/** The writes that add no audit entry, each with its reason. This list is complete. */
export const unauditedWrites = {
  'visit counters': 'Thousands a minute, and they say nothing about who did what.',
  'link checks':
    'What the targets of short links responded last night, and who has yet to get an email about it.',
  'owners of follow-ups': 'Which account has the address that an audited assignment named.',
  'session touch': 'Only moves the time of last use.',
  'token touch': 'Only moves the time and the address of last use.',
  'groups re-read': 'Repeats what the directory says; the directory keeps its own record.',
  'list counts': 'Moves numbers from one table to another; they repeat what audited writes did.',
  'job state': 'The queue keeps its own history.',
  'pins and dismissals': 'How a person arranges their own home page; no one else sees it.',
  'digest entries': 'What an email would otherwise have said; gone once the digest is sent.',
  'kinds of email': 'Which ones someone gets, so that they can choose; what they choose is audited.',
  'emails of notices': 'Which addresses are still waiting for an email; gone once it is sent.',
  'emails of known issues': 'Who is still waiting for the email about an update; gone once it is sent.',
  'incoming mail': 'Which emails were read; what a reply adds to a ticket is audited.',
  drafts: 'Saved every few seconds while someone types; no one else sees them until they are submitted.',
  idempotency: 'Repeats a response whose write was audited.',
  'throttle counters': 'Numbers without a subject, gone within hours.',
  captchas: 'Remembers hashes of used ones, so that each works once; gone within the hour.',
  'saml responses': 'Remembers which were used, so that each works once; gone after a day.',
  'expired rows':
    'Marks or deletes what has expired: sessions, short links, keys, counters and old audit entries.',
  'keys encrypted again': 'The same Wi-Fi keys, with a new secret.',
  'lost files': 'Marks files whose bytes are missing, or back again; the Queue Manager shows it.',
  'demo data': 'Made-up people and rows of a trial.',
} as const;

export type UnauditedWrite = keyof typeof unauditedWrites;

/** Returns the database for one of the exempt writes. */
export type Unaudited = (reason: UnauditedWrite) => Database;
