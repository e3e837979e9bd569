import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { hasFewMarks, isStorable, oneLine, withoutTurns } from '../../contract/fields.ts';
import { invalid, Refusal } from '../refusal/refusal.ts';

/** What file systems allow, so that every file can be saved under its own name. */
const longestFileName = 255;
/** In UTF-16 code units. No name that fits has more before it is normalized. */
const mostSent = 3 * longestFileName;
/** In bytes. */
export const longestText = 64 * 1024;
/** In bytes, of all texts of a form: as much as the JSON of a call. */
const mostText = 256 * 1024;

/** A text that came before the file and is wrong whatever follows: no one waits for the file to be told so. */
export function refuseWrongTexts(shape: z.ZodType, texts: Record<string, unknown>): void {
  const issues = shape.safeParse(texts).error?.issues ?? [];
  const wrong = issues.filter(({ path }) => path.length > 0 && Object.hasOwn(texts, String(path[0])));
  if (wrong.length === 0) return;
  throw invalid(Object.fromEntries(wrong.map(({ path, message }) => [path.join('.'), message])));
}

/**
 * A text of a form.
 * @param others The texts before it, which stay in memory while the files arrive
 * @throws Refusal if it was sent before, is not UTF-8, or is too long, or all of them are
 */
export async function readText(
  field: string,
  pieces: AsyncIterable<Buffer>,
  others: Readonly<Record<string, string>>,
): Promise<string> {
  // No one could tell which of the two was meant.
  if (Object.hasOwn(others, field)) throw invalid({ [field]: 'This field was sent twice.' });
  const read: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > longestText) throw new Refusal('too-large', 'A field in this form is too long.');
    read.push(piece);
  }
  const all = Object.values(others).reduce((sum, text) => sum + Buffer.byteLength(text), length);
  if (all > mostText) throw new Refusal('too-large', 'The fields in this form are too long.');
  const bytes = Buffer.concat(read);
  if (!isUtf8(bytes)) throw invalid({ [field]: 'This is not valid UTF-8.' });
  return bytes.toString();
}

/** U+FFFD in the name of a file: its own, or what the parser writes for bytes that are not UTF-8. @throws Refusal */
export function refuseLostLetter(fileName: string, field: string): void {
  if (!fileName.includes('\ufffd')) return;
  throw invalid({ [field]: 'The name of this file contains a character that is lost (\ufffd). Rename it.' });
}

/** As the file is called: a form writes %22 for a quotation mark, and nothing says whether it did. */
export const withQuotationMarks = (sent: string) => sent.replaceAll('%22', '"');

/**
 * The name of a file in NFC, since a Mac sends each accent as a character of its own, and without marks that no one
 * sees and that hide what kind of file it is.
 * @throws Refusal
 */
export function readFileName(field: string, sent: string): string {
  const refuse = (fault: string) => invalid({ [field]: fault });
  if (!isStorable(sent))
    throw refuse("The name of this file contains a character that can't be stored. Rename it.");
  const tooLong = 'The name of this file is too long. Use at most 255 characters.';
  if (sent.length > mostSent) throw refuse(tooLong);
  if (!hasFewMarks(sent))
    throw refuse('The name of this file has too many accents on one letter. Rename it.');
  const fileName = withoutTurns(sent.normalize('NFC'));
  if (Buffer.byteLength(fileName) > longestFileName) throw refuse(tooLong);
  if (!/[^\p{Z}\p{C}.]/u.test(fileName)) throw refuse('This file has no name.');
  return fileName;
}

/** A name within a sentence. */
export const shown = (fileName: string) => oneLine(fileName, 60) || 'This file';

export function megabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toLocaleString('en-US', { maximumFractionDigits: 1 });
}

/** For an upload that the server can't wait for, because it is stopping. */
export function restarting(): Refusal {
  const detail = 'The portal is being restarted, and your upload was not saved. Try again in a minute.';
  return new Refusal('unavailable', detail, { retryAfterSeconds: 5 });
}
