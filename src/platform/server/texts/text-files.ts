import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { SettingMistake } from '../settings/mistakes.ts';
import type { Reading } from './inline.ts';
import { largestText, readText, type WrittenText } from './read-text.ts';
import { TextMistake } from './text-mistake.ts';

type Log = Pick<FastifyBaseLogger, 'error'>;

/** A text of the campus folder, read again whenever its file has changed. */
export interface TextFile {
  /** The current text; the last good one while the file is broken; `null` if the file is gone. */
  read(): Promise<WrittenText | null>;
}

/** Where a text is, and what it may name. */
export interface TextPlace {
  file: string;
  reading: Reading;
}

/** Used instead of a stamp if the file cannot be read. */
const missing = 'missing';

/** Opens the text of a file that may be missing or broken: then it has no text yet, and the log says why. */
export async function openText({ file, reading }: TextPlace, log: Log): Promise<TextFile> {
  let kept: { stamp: string; text: WrittenText | null } = { stamp: missing, text: null };
  const textFile: TextFile = {
    async read() {
      // Taken before the file is read: a write during the read changes it again.
      const stamp = await stampOf(file);
      if (stamp === kept.stamp) return kept.text;
      let { text } = kept;
      try {
        text = stamp === missing ? null : await load(file, reading);
      } catch (error) {
        log.error({ file }, `This page was not updated: ${whatIsWrong(error)}`);
      }
      kept = { stamp, text };
      return text;
    },
  };
  await textFile.read();
  return textFile;
}

/** Checks texts that must exist. Adds each file to `mistakes` that is missing or broken. */
export function checkTexts(places: readonly TextPlace[], mistakes: SettingMistake[]): void {
  for (const { file, reading } of places) {
    try {
      assertReadable(statSync(file));
      readText(readFileSync(file), reading);
    } catch (error) {
      mistakes.push({ where: file, what: whatIsWrong(error) });
    }
  }
}

/** Changes whenever the file does, even when another file takes its name. */
async function stampOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(file);
    return [ino, size, mtimeMs, ctimeMs].join(':');
  } catch (error) {
    return isMissing(error) ? missing : 'hidden';
  }
}

async function load(file: string, reading: Reading): Promise<WrittenText> {
  assertReadable(await stat(file));
  return readText(await readFile(file), reading);
}

function assertReadable(found: Stats): void {
  // Neither is worth reading, and reading some special files never ends.
  if (!found.isFile()) throw new TextMistake('It is not a file.');
  if (found.size > largestText) {
    throw new TextMistake(`It has more than ${largestText.toLocaleString('en-US')} bytes.`);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function whatIsWrong(error: unknown): string {
  if (error instanceof TextMistake) return error.message;
  if (isMissing(error)) {
    return "This file doesn't exist, and its page needs it. Quad's own campus folder has one to start from.";
  }
  return `It cannot be read (${error instanceof Error ? error.message : String(error)}).`;
}
