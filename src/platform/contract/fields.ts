import { z } from 'zod';
import { sayIssue, sayLongest } from './issue-words.ts';

// Every module with a field loads this one, on both sides, so that no message of the library reaches anyone.
z.config({ customError: sayIssue });

/** Lengths in UTF-16 code units, which PostgreSQL and the browser count alike for all but rare characters. */
const shortLength = 200;
const longLength = 5_000;

/** Neither NUL (PostgreSQL cannot store it) nor half a surrogate pair (not Unicode). */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Combining marks in a row, as in the Stream-Safe Text Format (Unicode Standard Annex #15, section 13). */
const mostMarks = 30;

/**
 * Whether normalizing the text takes no longer than reading it: sorting the marks on one letter takes time
 * quadratic in their number, so a text of nothing else would keep the server busy for seconds.
 */
export function hasFewMarks(text: string): boolean {
  return text.split(/\P{M}+/u).every((marks) => marks.length <= mostMarks);
}

export const tooManyMarks = 'This text has too many accents on one letter.';

/** Whether a reader would see anything: a zero-width space alone isn't text, although trimming keeps it. */
function isVisible(text: string): boolean {
  return /[^\p{Z}\p{C}]/u.test(text);
}

/**
 * How every text from outside starts: its length is checked first, then whether it can be stored and
 * normalized. Counts what was sent, including white space.
 */
export function boundedText(max: number, statedMax = max) {
  return z
    .string()
    .max(max, { error: () => sayLongest(statedMax), abort: true })
    .refine(isStorable, { error: "This text contains a character that can't be stored.", abort: true })
    .refine(hasFewMarks, { error: tooManyMarks, abort: true });
}

/** A letter sent with separate accents takes up to four units and becomes one. */
const mostUnitsOfLetter = 4;

/**
 * A name sent by a machine (a provider's profile, the file of a form), cleaned up instead of refused: one
 * storable line without control or direction characters, which could make one name look like another.
 */
export function oneLine(written: string, max = shortLength): string {
  return (
    written
      .slice(0, max * mostUnitsOfLetter)
      .toWellFormed()
      .replace(/(?<=\p{M}{30})\p{M}+/gu, '')
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, max)
      // Not half of a character.
      .replace(/[\uD800-\uDBFF]$/, '')
  );
}

/**
 * Zero-width spaces, soft hyphens, and direction marks. They come along when a phone number is copied from an address
 * book, or an email address from a page. Joiners are not among them, which are part of letters and emoji.
 */
const unseen = /^[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]$/;

/** Without white space and invisible characters around it, since no one would find a mistake there. */
export function trimmed(written: string): string {
  let start = 0;
  let end = written.length;
  while (start < end && unseen.test(written.charAt(start))) start += 1;
  while (end > start && unseen.test(written.charAt(end - 1))) end -= 1;
  return written.slice(start, end);
}

/** Without the marks that turn around the letters after them: `invoice\u202efdp.exe` looks like a PDF. */
export const withoutTurns = (written: string) => written.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** Text from a person: trimmed, NFC, storable, bounded; with something visible if it is required. */
export function text(limits: { min?: number; max?: number; required?: string; isProse?: boolean } = {}) {
  const { min = 0, max = shortLength, required = 'This is required.', isProse = false } = limits;
  // Prose keeps its direction marks, which a sentence in Hebrew may end with.
  return boundedText(max * mostUnitsOfLetter, max)
    .overwrite(isProse ? (written) => written.trim() : trimmed)
    .normalize('NFC')
    .min(min, required)
    .refine((value) => min === 0 || isVisible(value), required)
    .max(max, { error: () => sayLongest(max) });
}

export const longText = text({ max: longLength, isProse: true });

/** A search box: missing, empty and blank mean "no filter". */
export const searchText = text().optional();

/** In lower case, as the database writes it: rules compare ids, and audit entries are found by them. */
export const id = z.uuid().toLowerCase();

const longestEmail = 254;

/** Compared with email addresses and never stored: whose request it is, or whose rows a list shows. */
export const emailText = text({ max: longestEmail });

/** An email address as people write it; always compared in lower case. */
export const email = boundedText(longestEmail)
  .overwrite(trimmed)
  .pipe(z.email('Enter an email address, such as name@college.edu.'));

function yearBetween(first: number, last: number) {
  return (value: string) => {
    const year = Number(value.slice(0, 4));
    return year >= first && year <= last;
  };
}

function isFolder(segment: string): boolean {
  return segment.trim() === segment && !['', '.', '..'].includes(segment);
}

/** `reports/payroll/`: folders with a slash after each, or nothing. The last slash may be left out. */
export const folders = text({ max: 400 })
  .regex(/^[^\\]*$/, 'Use "/" between folders.')
  .refine(
    (path) => path === '' || path.replace(/\/$/, '').split('/').every(isFolder),
    'Enter folders such as reports/payroll/, without a "/" at the start.',
  )
  .refine(
    (path) => withoutTurns(path) === path && !/\p{Cc}/u.test(path),
    "Names of folders can't have line breaks, or marks that turn letters around.",
  )
  .overwrite((path) => (path === '' || path.endsWith('/') ? path : `${path}/`));

/**
 * An instant, ISO 8601 in UTC (`2026-11-21T08:00:00Z`), years 2000 to 2100. Anything finer than a millisecond
 * is cut off: PostgreSQL would round it up, at worst into the next year.
 */
export const instant = z.iso
  .datetime({ error: 'Enter a date and time.' })
  .max(40, 'Enter a date and time.')
  .refine(yearBetween(2000, 2100), 'Use a year from 2000 to 2100.')
  .overwrite((value) => value.replace(/(\.\d{3})\d+Z$/, '$1Z'));

/** A day on the college's calendar (`2026-11-21`), years 2000 to 2100. */
export const calendarDate = z.iso
  .date({ error: 'Enter a date.' })
  .refine(yearBetween(2000, 2100), 'Use a year from 2000 to 2100.');
