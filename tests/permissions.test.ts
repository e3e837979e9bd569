import { expect, test } from 'vitest';
import type { Tool } from '../src/platform/contract/tool.ts';
import { serverTools } from '../src/tools/server.ts';

const tools: readonly Tool[] = serverTools.map(({ tool }) => tool);

/** These work on the pages of other tools. */
const withoutPage = ['directory.choose-people'];

test('each permission opens a page on its own', () => {
  const useless = tools.flatMap(({ permissions, includes = {}, screens }) => {
    const opened = new Set<string>(Object.values(screens).map(({ access }) => access));
    return Object.keys(permissions).filter(
      (name) => ![name, ...(includes[name as keyof typeof includes] ?? [])].some((one) => opened.has(one)),
    );
  });
  expect(useless).toEqual(withoutPage);
});

test('what a permission includes is declared by the same tool', () => {
  const unknown = tools.flatMap(({ permissions, includes = {} }) =>
    Object.entries(includes)
      .flatMap(([name, included]) => [name, ...(included ?? [])])
      .filter((name) => !Object.hasOwn(permissions, name)),
  );
  expect(unknown).toEqual([]);
});
