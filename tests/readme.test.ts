import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readEnvironment } from '../src/platform/server/settings/environment.ts';
import { demoPeople } from '../src/platform/server/sign-in/demo/demo-people.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readme = read('README.md');

test('the README names every environment variable that the server reads, and no other', () => {
  const asked = new Set<string>();
  const variables = new Proxy({} as Record<string, string | undefined>, {
    get: (_target, name) => void asked.add(String(name)),
  });
  readEnvironment(variables, root);
  // Set by how a program is run, not a setting of ours.
  asked.delete('NODE_ENV');
  const section = readme.split('## Configuration')[1]?.split('## ')[0] ?? '';
  const listed = Array.from(section.matchAll(/^\| `([A-Z\d_]+)`/gm), ([, name]) => name);
  expect(listed.toSorted()).toEqual([...asked].toSorted());
});

test('the provider of the README may assert every group of the access file', () => {
  const example = readme.split('## Sign-in providers')[1]?.split('```')[1]?.replace(/^yaml/, '') ?? '';
  const groups = z.object({ providers: z.array(z.object({ groups: z.array(z.string()) })) });
  const access = z.object({
    everything: z.array(z.string()),
    permissions: z.record(z.string(), z.array(z.string())),
  });
  const { everything, permissions } = access.parse(parse(read('campus/access.yaml')));
  const used = new Set([...everything, ...Object.values(permissions).flat()]);
  expect(groups.parse(parse(example)).providers[0]?.groups.toSorted()).toEqual([...used].toSorted());
});

test('the README lists every demo person with their groups', () => {
  const section = readme.split('## Demo people')[1]?.split('## ')[0] ?? '';
  const listed = Array.from(section.matchAll(/^\| `([a-z\d]+)` +\| ([^|]+?) +\|/gm), ([, name, groups]) => ({
    name,
    groups,
  }));
  const people = demoPeople.flatMap((heading) => heading.people);
  const real = people.map(({ key, groups }) => ({ name: key, groups: groups.join(', ') || 'none' }));
  const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
    String(a.name).localeCompare(String(b.name));
  expect(listed.toSorted(byName)).toEqual(real.toSorted(byName));
});

test('every link and every file that the docs name exists', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'tests/README.md'];
  const others = ['docs', 'src', 'bench', 'torture'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => path.join(folder, file)),
  );
  expect(others.length).toBeGreaterThan(30);
  const missing = [...pages, ...others].flatMap((page) => {
    const links = Array.from(read(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g), ([, target = '']) =>
      path.join(path.dirname(page), target),
    );
    const named = Array.from(read(page).matchAll(/`(docs\/[^`*]+\.\w+)`/g), ([, file = '']) => file);
    return [...links, ...named]
      .filter((file) => !existsSync(path.join(root, file)))
      .map((file) => `${page} names ${file}`);
  });
  // Both pictures are screenshots of the running portal, taken and checked by a person.
  expect(missing).toEqual([]);
});

test('the files of a decision, and of the path of a click, are where they are said to be', () => {
  const named = (text: string, prefixes: readonly string[]) =>
    Array.from(text.matchAll(/`([a-z][\w./-]*\.(?:tsx?|css|yaml|mjs))`/g), ([, file = '']) => file).filter(
      (file) => file.includes('/') && !prefixes.some((prefix) => existsSync(path.join(root, prefix, file))),
    );
  const decisions = readdirSync(path.join(root, 'docs/decisions'));
  const missing = decisions.flatMap((file) => named(read(`docs/decisions/${file}`), ['', 'src']));
  expect(missing).toEqual([]);
  const click = read('ARCHITECTURE.md').split('## One click')[1]?.split('## Adding')[0] ?? '';
  const places = ['', 'src', 'src/platform/server', 'src/platform/web', 'src/tools/short-links'];
  expect(named(click, places)).toEqual([]);
});

test('every hostile case in the table names words of an existing test', () => {
  const rows = Array.from(
    read('tests/README.md').matchAll(/^\| ([A-Z]\d\d[^|]*?) +\| (.+?) +\| \[.*?\]\((.+?)\)/gm),
    ([, id = '', words = '', target = '']) => ({ id, words, file: path.join('tests', target) }),
  );
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter(({ words, file }) => !read(file).includes(words))).toEqual([]);
});
