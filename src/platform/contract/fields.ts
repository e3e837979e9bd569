import { z } from 'zod';
import { sayIssue, sayLongest } from './issue-words.ts';

// Whoever has a field has this module, on both sides: no text of the library reaches anybody.
z.config({ customError: sayIssue });

/** Lengths in UTF-16 code units, as PostgreSQL's and the browser's counts agree on for all but rare characters. */
const shortLength = 200;
const longLength = 5_000;

/** Neither NUL (PostgreSQL cannot store it) nor half of a surrogate pair (not Unicode). */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Combining marks in a row, as the Stream-Safe Text Format allows them (Unicode Standard Annex #15, section 13). */
const mostMarks = 30;

/**
 * Whether normalizing the text takes no longer than reading it: marks on one letter are sorted, which takes the square
 * of their number, so a text of nothing else would keep the server busy for seconds.
 */
export function hasFewMarks(text: string): boolean {
  return text.split(/\P{M}+/u).every((marks) => marks.length <= mostMarks);
}

/** Whether a reader would see anything of it: a zero-width space alone is no text, although trimming leaves it. */
function isVisible(text: string): boolean {
  return /[^\p{Z}\p{C}]/u.test(text);
}

/**
 * What every text from outside begins with: checked for length before anything else looks at it, then whether it can
 * be stored and normalized. Counts what was sent, white space included.
 */
export function boundedText(max: number, told = max) {
  return z
    .string()
    .max(max, { error: () => sayLongest(told), abort: true })
    .refine(isStorable, { error: "This text contains a character that can't be stored.", abort: true })
    .refine(hasFewMarks, { error: 'This text has too many accents on one letter.', abort: true });
}

/** A letter that is sent with its accents apart takes up to four units and becomes one. */
const mostUnitsOfLetter = 4;

/**
 * A name that a machine sends (a provider's profile, the file of a form), made fit instead of refused: one storable line
 * without control or direction characters, which could dress up one name as another.
 */
export function oneLine(written: string, max = shortLength): string {
  return written
    .slice(0, max * mostUnitsOfLetter)
    .toWellFormed()
    .replace(/(?<=\p{M}{30})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();
}

/** Text from a person: trimmed, NFC, storable, bounded; where it has to be there, something to see. */
export function text(limits: { min?: number; max?: number; required?: string } = {}) {
  const { min = 0, max = shortLength, required = 'This is required.' } = limits;
  return boundedText(max * mostUnitsOfLetter, max)
    .trim()
    .normalize('NFC')
    .min(min, required)
    .refine((value) => min === 0 || isVisible(value), required)
    .max(max, { error: () => sayLongest(max) });
}

export const longText = text({ max: longLength });

/** A search box: missing, empty and blank mean "no filter". */
export const searchText = text().optional();

export const id = z.uuid();

/** An email address as people write it; compared in lower case everywhere. */
export const email = boundedText(254)
  .trim()
  .pipe(z.email('Enter an email address, such as name@college.edu.'));

function yearBetween(first: number, last: number) {
  return (value: string) => {
    const year = Number(value.slice(0, 4));
    return year >= first && year <= last;
  };
}

/**
 * An instant, ISO 8601 in UTC (`2026-11-21T08:00:00Z`), years 2000 to 2100. What is finer than a millisecond is cut off:
 * PostgreSQL would round it up, into the next year at worst.
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
