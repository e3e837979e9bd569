import type { z } from 'zod';
import { hasFewMarks, isStorable, oneLine } from '../../contract/fields.ts';
import { invalid } from '../refusal/refusal.ts';

/** What file systems take, so that every file can be saved under its own name. */
const longestFileName = 255;
/** In UTF-16 code units. No name that fits has more before it is normalized. */
const mostSent = 3 * longestFileName;

/** A text that came before the file and is wrong whatever follows: nobody waits for the file to be told so. */
export function refuseWrongTexts(shape: z.ZodType, texts: Record<string, unknown>): void {
  const issues = shape.safeParse(texts).error?.issues ?? [];
  const wrong = issues.filter(({ path }) => path.length > 0 && Object.hasOwn(texts, String(path[0])));
  if (wrong.length === 0) return;
  throw invalid(Object.fromEntries(wrong.map(({ path, message }) => [path.join('.'), message])));
}

/** The parser writes U+FFFD for bytes that are not UTF-8; nobody sends that character on purpose. */
export function assertUtf8(text: string, field: string): void {
  if (text.includes('\ufffd')) throw invalid({ [field]: 'This is not valid UTF-8.' });
}

/** The name of a file in NFC: a Mac sends each accent as a character of its own. @throws Refusal */
export function readFileName(field: string, sent: string): string {
  const refuse = (fault: string) => invalid({ [field]: fault });
  if (!isStorable(sent))
    throw refuse("The name of this file contains a character that can't be stored. Rename it.");
  const tooLong = 'The name of this file is too long. Use at most 255 characters.';
  if (sent.length > mostSent) throw refuse(tooLong);
  if (!hasFewMarks(sent))
    throw refuse('The name of this file has too many accents on one letter. Rename it.');
  const fileName = sent.normalize('NFC');
  if (Buffer.byteLength(fileName) > longestFileName) throw refuse(tooLong);
  if (!/[^\p{Z}\p{C}.]/u.test(fileName)) throw refuse('This file has no name.');
  return fileName;
}

/** A name within a sentence. */
export const shown = (fileName: string) => oneLine(fileName, 60) || 'This file';
