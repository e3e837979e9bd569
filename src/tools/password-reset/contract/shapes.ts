import { z } from 'zod';
import { boundedText, id, trimmed } from '../../../platform/contract/fields.ts';

/** The college email of an account that someone typed. It may not exist. */
export const principalEmail = boundedText(254)
  .overwrite(trimmed)
  .pipe(z.email('Enter a college email, such as name@college.edu.'));

const count = z.int();

/** What an import would change, or has changed. Never a fact. */
const importSummary = z.object({
  people: count,
  added: count,
  changed: count,
  removed: count,
  /** Without a phone number or a personal email address: they can't use the form. */
  incomplete: count,
  /** Without the last four digits: "international student" is for them. */
  withoutLastFour: count,
  /** The first of those who would be removed, by their college email. */
  removedSome: z.array(z.string()),
});

export const importPreview = importSummary.extend({
  /** How many imports there were when this was read. Sent with the import, which then replaces nothing newer. */
  version: count,
});
export type ImportPreview = z.output<typeof importPreview>;

export const factsImport = z.object({
  id,
  importedAt: z.iso.datetime(),
  importedBy: z.string(),
  people: count,
  added: count,
  changed: count,
  removed: count,
  incomplete: count,
});
export type FactsImport = z.output<typeof factsImport>;

export const factsState = z.object({
  /** Passwords can be written to a directory, or to the demo. */
  isOn: z.boolean(),
  people: count,
  incomplete: count,
  importedAt: z.iso.datetime().nullable(),
  /** `QUAD_SECRET` has changed since the last import, so nothing that anyone types can match. */
  isStale: z.boolean(),
});
export type FactsState = z.output<typeof factsState>;

/** Why an account can't be reset by its owner, or why an attempt led to nothing. */
export const reason = z.enum([
  'no-facts',
  'no-phone',
  'no-personal-email',
  'excluded',
  'blocked',
  'left',
  'protected',
  'wrong-facts',
  'no-account',
  'disabled',
  'directory-down',
  'mail-failed',
]);
export type Reason = z.output<typeof reason>;

/** Whether someone asks through Check Eligibility or at the desk. */
export const tooManyChecks = {
  kind: 'too-many',
  detail: "You've checked many accounts in a short time. Try again in a few minutes.",
} as const;
