import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { SettingMistake } from '../../../platform/server/settings/mistakes.ts';
import { codeOf } from '../../../platform/server/settings/yaml-file.ts';
import type { WrittenText } from '../../../platform/server/texts/read-text.ts';
import {
  checkTexts,
  openText,
  type TextFile,
  type TextPlace,
} from '../../../platform/server/texts/text-files.ts';
import { helpDesk } from '../tool.ts';

export interface Article {
  name: string;
  text: WrittenText;
}

export interface Articles {
  /** By title. Files that were added, changed, or removed take effect at once. */
  list(): Promise<Article[]>;
  /** `null` if there is none. */
  find(name: string): Promise<WrittenText | null>;
}

const fileName = /^[a-z0-9]+(?:-[a-z0-9]+)*\.md$/;

/** Adds to `mistakes` each file that is broken or whose name cannot be an address. */
export function checkArticles(campusFolder: string, mistakes: SettingMistake[]): void {
  const folder = folderIn(campusFolder);
  try {
    const files = articlesAmong(readdirSync(folder));
    const wrong = files.filter((file) => !fileName.test(file));
    const what = 'Name the file with lower-case letters, digits, and hyphens: print-on-campus.md.';
    mistakes.push(...wrong.map((file) => ({ where: path.join(folder, file), what })));
    const right = files.filter((file) => fileName.test(file)).map(nameOf);
    checkTexts(
      right.map((name) => placeIn(folder, name)),
      mistakes,
    );
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT') mistakes.push({ where: folder, what: `This folder cannot be read (${code}).` });
  }
}

/** The articles of the campus folder, one file each; no folder means no articles. */
export async function openArticles(
  campusFolder: string,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Articles> {
  const folder = folderIn(campusFolder);
  const opened = new Map<string, Promise<TextFile>>();
  const read = async (name: string) => {
    const file = opened.get(name) ?? openText(placeIn(folder, name), log);
    opened.set(name, file);
    return (await file).read();
  };
  const articles: Articles = {
    async list() {
      const current = (await filesIn(folder)).filter((file) => fileName.test(file)).map(nameOf);
      const texts = await Promise.all(current.map(async (name) => ({ name, text: await read(name) })));
      return texts
        .flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]))
        .toSorted((a, b) => a.text.title.localeCompare(b.text.title, 'en'));
    },
    async find(name) {
      // Only what exists is opened: made-up addresses can't fill the memory.
      return (await filesIn(folder)).includes(`${name}.md`) ? read(name) : null;
    },
  };
  // An article that breaks later keeps the text from startup.
  await articles.list();
  return articles;
}

const folderIn = (campusFolder: string) => path.join(campusFolder, 'pages', 'help');

const placeIn = (folder: string, name: string): TextPlace => ({
  file: path.join(folder, `${name}.md`),
  reading: { path: helpDesk.screens.article.path.replace(':name', name) },
});

const nameOf = (file: string) => file.slice(0, -'.md'.length);

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return articlesAmong(names);
}

const articlesAmong = (names: readonly string[]) =>
  names.filter((name) => name.endsWith('.md') && !name.startsWith('.')).toSorted();
