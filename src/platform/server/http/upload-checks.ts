import type { z } from 'zod';
import { isStorable, oneLine } from '../../contract/fields.ts';
import { invalid } from '../refusal/refusal.ts';

/** What file systems take, so that every file can be saved under its own name. */
const longestFileName = 255;

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

export function assertFileName(field: string, fileName: string): void {
  const isNamed = /[^\p{Z}\p{C}.]/u.test(fileName);
  const fault = !isStorable(fileName)
    ? "The name of this file contains a character that can't be stored. Rename it."
    : Buffer.byteLength(fileName) > longestFileName
      ? 'The name of this file is too long. Use at most 255 characters.'
      : isNamed
        ? null
        : 'This file has no name.';
  if (fault !== null) throw invalid({ [field]: fault });
}

/** A name within a sentence. */
export const shown = (fileName: string) => oneLine(fileName, 60) || 'This file';
