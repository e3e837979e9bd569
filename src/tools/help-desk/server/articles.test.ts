import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inALine, type SettingMistake } from '../../../platform/server/settings/mistakes.ts';
import { copyCampus, type TestCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { listArticles, readArticle } from '../contract.ts';
import { checkArticles, openArticles } from './articles.ts';
import { createTestDesk, type TestDesk } from './testing/desk.ts';

let campus: TestCampus;
let desk: TestDesk;
let student: TestClient;
let folder: string;

beforeAll(async () => {
  campus = copyCampus(['help-desk.submit', 'help-desk.work']);
  folder = path.join(campus.folder, 'pages', 'help');
  desk = await createTestDesk({ campusFolder: campus.folder });
  student = await desk.server.signIn('student');
});
afterAll(async () => {
  await desk.stop();
  campus.remove();
});

const found = async (words?: string) => {
  const { body } = await student.send(listArticles, { query: { words } });
  return body.data.map(({ name }) => name);
};
const write = (name: string, text: string, title = 'Chalk') =>
  writeFileSync(
    path.join(folder, name),
    `---\ntitle: ${title}\nowner: IT\nreviewed: 2026-01-02\n---\n\n${text}\n`,
  );

test('everyone who can submit a ticket reads the articles, and their links stay in the portal', async () => {
  const names = await found();
  expect(names).toHaveLength(12);
  for (const name of names) {
    const { status, body, text } = await student.send(readArticle, { params: { name } });
    expect([name, status, body.data.owner]).toEqual([name, 200, 'Information Technology']);
    for (const [, article] of text.matchAll(/"href":"\/support\/articles\/([^"]+)"/g))
      expect(names).toContain(article);
  }
  const nogroups = await desk.server.signIn('nogroups');
  expect((await nogroups.send(listArticles)).status).toBe(403);
  expect((await nogroups.send(readArticle, { params: { name: 'vpn-from-home' } })).status).toBe(403);
});

test.each([
  ['My WiFi does not work', 'connect-to-wifi'],
  ['wi-fi', 'connect-to-wifi'],
  ['Projectors show nothing in Boone 126', 'projector-in-classroom'],
  ['The proj', 'projector-in-classroom'],
  ['i forgot my passwords', 'forgot-password'],
  ['printing', 'print-on-campus'],
])('for "%s" the first article is %s', async (words, name) => {
  expect((await found(words))[0]).toBe(name);
});

test.each(['the', '%', "' | 'a", '!!', '²', '& | :*', 'zzzz'])(
  '"%s" finds nothing and breaks nothing',
  async (words) => {
    expect(await found(words)).toEqual([]);
  },
);

test('a new article, a change, and a removal take effect at once; a broken one leaves the last good text', async () => {
  write('chalk-dust.md', 'Blow it away.');
  expect(await found('chalk')).toEqual(['chalk-dust']);
  write('chalk-dust.md', 'Use a sponge.', 'Sponges');
  expect(await found('sponge')).toEqual(['chalk-dust']);
  expect(await found('chalk')).toEqual([]);
  writeFileSync(path.join(folder, 'chalk-dust.md'), 'half');
  expect(await found('sponge')).toEqual(['chalk-dust']);
  rmSync(path.join(folder, 'chalk-dust.md'));
  expect(await found('sponge')).toEqual([]);
  expect((await student.send(readArticle, { params: { name: 'chalk-dust' } })).status).toBe(404);
});

test('a start names every article that cannot be shown; without the folder there are none', async () => {
  const mistakesIn = (campusFolder: string) => {
    const mistakes: SettingMistake[] = [];
    checkArticles(campusFolder, mistakes);
    return mistakes.map(inALine);
  };
  const log = { error: () => undefined };
  const other = path.join(campus.folder, 'other');
  expect(await (await openArticles(other, log)).list()).toEqual([]);
  expect(mistakesIn(other)).toEqual([]);
  const broken = path.join(other, 'pages', 'help');
  mkdirSync(broken, { recursive: true });
  writeFileSync(path.join(broken, 'chalk.md'), 'half');
  writeFileSync(path.join(broken, 'Chalk Dust.md'), 'x');
  expect(mistakesIn(other)).toEqual([
    expect.stringContaining('Chalk Dust.md: Name the file with lower-case letters'),
    expect.stringContaining('chalk.md: It must begin with'),
  ]);
  rmSync(broken, { recursive: true });
  writeFileSync(broken, 'x');
  expect(mistakesIn(other)).toEqual([`${broken}: This folder cannot be read (ENOTDIR).`]);
});
