import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { SettingsError } from '../../../platform/server/settings/mistakes.ts';
import type { WrittenText } from '../../../platform/server/texts/read-text.ts';
import {
  openText,
  openTexts,
  type TextFile,
  type TextPlace,
} from '../../../platform/server/texts/text-files.ts';
import { helpDesk } from '../tool.ts';

export interface Article {
  name: string;
  text: WrittenText;
}

export interface Articles {
  /** By title. Files that were added, changed, or removed count at once. */
  list(): Promise<Article[]>;
  /** `null` where there is none. */
  find(name: string): Promise<WrittenText | null>;
}

const fileName = /^[a-z0-9]+(?:-[a-z0-9]+)*\.md$/;

/**
 * The articles of the campus folder, one file each; no folder means no articles.
 * @throws SettingsError naming each file that is broken or whose name cannot be an address
 */
export async function openArticles(folder: string, log: Pick<FastifyBaseLogger, 'error'>): Promise<Articles> {
  const opened = new Map<string, Promise<TextFile>>();
  const placeOf = (name: string): TextPlace => ({
    file: path.join(folder, `${name}.md`),
    reading: { path: helpDesk.screens.article.path.replace(':name', name) },
  });
  const found = await namesIn(folder);
  const wrong = found.filter((file) => !fileName.test(file));
  const what = 'Name the file with lower-case letters, digits, and hyphens: print-on-campus.md.';
  if (wrong.length > 0)
    throw new SettingsError(wrong.map((file) => ({ where: path.join(folder, file), what })));
  const names = found.map(nameOf);
  const texts = await openTexts(names.map(placeOf), log);
  for (const [index, text] of texts.entries()) opened.set(names[index] ?? '', Promise.resolve(text));

  const read = async (name: string) => {
    const file = opened.get(name) ?? openText(placeOf(name), log);
    opened.set(name, file);
    return (await file).read();
  };
  return {
    async list() {
      const current = (await namesIn(folder)).filter((file) => fileName.test(file)).map(nameOf);
      const articles = await Promise.all(current.map(async (name) => ({ name, text: await read(name) })));
      return articles
        .flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]))
        .toSorted((a, b) => a.text.title.localeCompare(b.text.title, 'en'));
    },
    async find(name) {
      // Only what is there is opened: addresses that were made up fill no memory.
      return (await namesIn(folder)).includes(`${name}.md`) ? read(name) : null;
    },
  };
}

const nameOf = (file: string) => file.slice(0, -'.md'.length);

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.md') && !name.startsWith('.')).toSorted();
}
