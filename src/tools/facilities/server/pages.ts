import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type SettingMistake, SettingsError } from '../../../platform/server/settings/mistakes.ts';
import { type PageName, pageName } from '../contract.ts';
import type { Reading } from './inline.ts';
import { PageMistake } from './page-mistake.ts';
import { largestPage, type PageText, readPageText } from './page-text.ts';

export interface FacilitiesPages {
  /** The current page; the last good one while the file is broken; `null` when the file is gone. */
  read(page: PageName): Promise<PageText | null>;
}

interface Kept {
  /** Of the version that was last read, good or not. */
  stamp: string;
  text: PageText | null;
}

/** Used instead of a stamp when the file cannot be read. */
const missing = 'missing';

/**
 * Reads all pages, and each again when its file has changed.
 * @throws SettingsError naming each file that is missing or broken: every page has a tile, which must open a
 * text
 */
export async function openPages(
  folder: string,
  { secrets, links }: Omit<Reading, 'page'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<FacilitiesPages> {
  const fileOf = (page: PageName) => path.join(folder, `facilities-${page}.md`);
  const kept = new Map<PageName, Kept>();
  const mistakes: SettingMistake[] = [];
  for (const page of pageName.options) {
    const stamp = await stampOf(fileOf(page));
    try {
      kept.set(page, { stamp, text: await load(fileOf(page), { page, secrets, links }) });
    } catch (error) {
      mistakes.push({ where: fileOf(page), what: whatIsWrong(error) });
    }
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes);

  return {
    async read(page) {
      const file = fileOf(page);
      const before = kept.get(page) ?? { stamp: missing, text: null };
      // Taken before the file is read: a write during the read changes it again.
      const stamp = await stampOf(file);
      if (stamp === before.stamp) return before.text;
      let { text } = before;
      try {
        text = stamp === missing ? null : await load(file, { page, secrets, links });
      } catch (error) {
        log.error({ file }, `This page was not updated: ${whatIsWrong(error)}`);
      }
      kept.set(page, { stamp, text });
      return text;
    },
  };
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

async function load(file: string, reading: Reading): Promise<PageText> {
  const found = await stat(file);
  // Neither is worth reading, and reading some special files never ends.
  if (!found.isFile()) throw new PageMistake('It is not a file.');
  if (found.size > largestPage) {
    throw new PageMistake(`It has more than ${largestPage.toLocaleString('en-US')} bytes.`);
  }
  return readPageText(await readFile(file), reading);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function whatIsWrong(error: unknown): string {
  if (error instanceof PageMistake) return error.message;
  if (isMissing(error)) {
    return "There is no such file, and each Facilities page needs one. Quad's own campus folder has one to start from.";
  }
  return `It cannot be read (${error instanceof Error ? error.message : String(error)}).`;
}
