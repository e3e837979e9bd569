import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { inALine, type SettingMistake } from '../settings/mistakes.ts';
import { checkTexts, openText, type TextFile, type TextPlace } from './text-files.ts';

const pages = ['building-access-policy', 'key-request-process', 'work-order-system'];
const page = 'work-order-system';
const withSecrets = (account?: string, password?: string) => ({
  account: { label: 'account number', value: account },
  password: { label: 'submittal password', value: password },
});
const secrets = withSecrets('AC-7781-22', 'open sesame');
const noSecrets = withSecrets();

let folder: string;
let logged: string[];
const log = { error: (_context: unknown, sentence?: string) => void logged.push(sentence ?? '') };

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'quad-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  logged = [];
  for (const name of pages) write(name, pageWith('As it was.'));
});

function fileOf(name: string): string {
  return path.join(folder, `${name}.md`);
}

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(fileOf(name), content);
}

function pageWith(text: string, front = 'title: Orders\nowner: Facilities\nreviewed: 2026-03-04'): string {
  return `---\n${front}\n---\n\n${text}\n`;
}

const links = { keyRequestForm: 'https://keys.example/', workOrderSystem: undefined };

function placeOf(name: string, known = noSecrets): TextPlace {
  return { file: fileOf(name), reading: { path: `/${name}`, secrets: known, links } };
}

/** The page that the tests change. */
const open = (known = noSecrets): Promise<TextFile> => openText(placeOf(page, known), log);

/** What is wrong with all three. */
function mistakesNow(known = noSecrets): string {
  const mistakes: SettingMistake[] = [];
  checkTexts(
    pages.map((name) => placeOf(name, known)),
    mistakes,
  );
  return mistakes.map(inALine).join('\n');
}

describe('a start is refused', () => {
  test('with the name of every file that is missing or broken', async () => {
    rmSync(fileOf(page));
    write('key-request-process', 'No front matter.');
    const message = mistakesNow();
    expect(message).toContain(`${fileOf(page)}: This file doesn't exist`);
    expect(message).toContain(`${fileOf('key-request-process')}: It must begin with "---"`);
    expect(message).not.toContain(fileOf('building-access-policy'));
  });

  test.each([
    ['front matter that is not YAML', pageWith('x', 'title: [Orders'), /is not valid YAML: /],
    ['one that is only a text', pageWith('x', 'Orders'), /front matter: /],
    ['no owner', pageWith('x', 'title: Orders\nreviewed: 2026-03-04'), /front matter, owner: /],
    [
      'an empty title',
      pageWith('x', 'title: " "\nowner: F\nreviewed: 2026-03-04'),
      /title: This is required/,
    ],
    [
      'a day that does not exist',
      pageWith('x', 'title: O\nowner: F\nreviewed: 2026-02-30'),
      /reviewed: Enter a date/,
    ],
    [
      'a word that we do not know',
      pageWith('x', 'title: O\nowner: F\nreviewed: 2026-03-04\nowned: x'),
      /"owned"/,
    ],
    ['no end of the front matter', '---\ntitle: Orders\n', /must begin with "---"/],
    ['nothing but a note', pageWith('<!-- later -->'), /It has no text/],
    [
      'a misspelled placeholder',
      pageWith('{{secret:pasword}}'),
      /\{\{secret:pasword\}\} is not a placeholder/,
    ],
    ['a link to an unknown system', pageWith('[x](link:orders)'), /There is no link:orders/],
    ['bytes that are not UTF-8', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff]), /not written in UTF-8/],
    ['far too much', pageWith('word '.repeat(10_000)), /more than 50,000 bytes/],
    ['quotes without an end', pageWith('>'.repeat(5_000)), /nested more than 6 levels/],
  ])('by %s', async (_what, content, sentence) => {
    write(page, content);
    expect(mistakesNow()).toMatch(sentence);
  });

  test('by a folder instead of a file', async () => {
    rmSync(fileOf(page));
    mkdirSync(fileOf(page));
    expect(mistakesNow()).toContain('It is not a file.');
  });

  test('by a secret in the text itself, without repeating it', async () => {
    write(page, pageWith('The password is open sesame.'));
    write('key-request-process', pageWith('x <!-- AC-7781-22 -->'));
    const message = mistakesNow(secrets);
    expect(message).toContain('It contains the submittal password itself. Write {{secret:password}}');
    expect(message).toContain('It contains the account number itself. Write {{secret:account}}');
    expect(message).not.toMatch(/sesame|7781/);
  });
});

test('a link to another system is a link if the college says where it is, or else its text', async () => {
  write(page, pageWith('[the form](link:keyRequestForm), [the system](link:workOrderSystem)'));
  expect(JSON.stringify((await (await open()).read())?.blocks)).toMatch(
    /"kind":"link","href":"https:\/\/keys\.example\/".*"text":", the system"/,
  );
});

test('Windows line endings, a byte order mark, and front matter without text after it are read', async () => {
  write(page, `\ufeff${pageWith('Two\n\nlines').replaceAll('\n', '\r\n')}`);
  const text = await (await open()).read();
  expect(text).toMatchObject({ title: 'Orders', owner: 'Facilities', reviewedOn: '2026-03-04' });
  expect(text?.blocks).toHaveLength(2);
});

describe('while the portal runs', () => {
  const shown = async (text: TextFile) => JSON.stringify(await text.read());

  test('a changed text is shown at once, even when another file takes its name', async () => {
    const text = await open();
    expect(await shown(text)).toContain('As it was.');
    write(page, pageWith('As it is.'));
    expect(await shown(text)).toContain('As it is.');
    write('draft', pageWith('As it wil.'));
    renameSync(fileOf('draft'), fileOf(page));
    expect(await shown(text)).toContain('As it wil.');
    expect(logged).toEqual([]);
  });

  test('a broken change leaves the last good text, and is logged once', async () => {
    const text = await open();
    write(page, 'Half a fi');
    expect(await shown(text)).toContain('As it was.');
    expect(await shown(text)).toContain('As it was.');
    expect(logged).toEqual([expect.stringMatching(/^This page was not updated: It must begin with/)]);
    write(page, pageWith('Mended.'));
    expect(await shown(text)).toContain('Mended.');
  });

  test('a file that is removed takes the page with it until it is back', async () => {
    const text = await open();
    rmSync(fileOf(page));
    expect(await text.read()).toBeNull();
    write(page, pageWith('Back.'));
    expect(await shown(text)).toContain('Back.');
    expect(logged).toEqual([]);
  });

  test('a file that comes back broken is not shown', async () => {
    const text = await open();
    rmSync(fileOf(page));
    await text.read();
    write(page, 'Half a fi');
    expect(await text.read()).toBeNull();
    expect(logged).toHaveLength(1);
  });

  test('a secret that is written into a text is not shown', async () => {
    const text = await open(secrets);
    write(page, pageWith('The password is open sesame.'));
    expect(await shown(text)).toContain('As it was.');
    expect(logged.join()).not.toContain('sesame');
  });
});
