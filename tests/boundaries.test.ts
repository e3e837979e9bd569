import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  barrelsIn,
  circlesIn,
  drawersIn,
  longFilesIn,
  missingFilesIn,
  oddNamesIn,
  partCirclesIn,
  renamedCallsIn,
} from './boundaries/house-rules.ts';
import { breachesOf } from './boundaries/import-law.ts';
import { silentListsIn } from './boundaries/silent-lists.ts';
import { skippedSchedulesIn } from './boundaries/skipped-schedules.ts';
import { listFiles, readSources } from './boundaries/source.ts';
import { missingClassesIn } from './boundaries/style-classes.ts';
import { zonesInSql } from './boundaries/zones-in-sql.ts';

function lookAt(root: string) {
  const files = listFiles(root);
  return { files, sources: readSources(root, files) };
}

describe('the project', () => {
  const { files, sources } = lookAt(path.resolve(import.meta.dirname, '..'));

  test('is read completely', () => {
    expect(files).toContain('src/platform/contract/call.ts');
    expect(sources.flatMap((file) => file.imports).length).toBeGreaterThan(200);
  });

  test('no file imports what its place does not allow', () => {
    expect(sources.flatMap(breachesOf)).toEqual([]);
  });

  test('no files import each other in a circle', () => {
    expect(circlesIn(sources)).toEqual([]);
  });

  test('no parts of the platform need each other in a circle', () => {
    expect(partCirclesIn(sources)).toEqual([]);
  });

  test('a call has one name', () => {
    expect(renamedCallsIn(sources)).toEqual([]);
  });

  test('there is no junk folder', () => {
    expect(drawersIn(files)).toEqual([]);
  });

  test('only the named faces just re-export', () => {
    expect(barrelsIn(sources)).toEqual([]);
  });

  test('no file has more than 300 lines', () => {
    expect(longFilesIn(sources)).toEqual([]);
  });

  test('every tool and every part of the platform has a README', () => {
    expect(missingFilesIn(files)).toEqual([]);
  });

  test('files are named in kebab-case', () => {
    expect(oddNamesIn(files)).toEqual([]);
  });

  test('every class that a component asks for is in its style sheet', () => {
    expect(missingClassesIn(path.resolve(import.meta.dirname, '..'), files)).toEqual([]);
  });

  test('no list is silent in Safari', () => {
    expect(silentListsIn(path.resolve(import.meta.dirname, '..'), files)).toEqual([]);
  });

  test('no job runs in an hour that is skipped when the clock is put forward', () => {
    expect(skippedSchedulesIn(path.resolve(import.meta.dirname, '..'), files)).toEqual([]);
  });

  test("the college's time zone is in no SQL", () => {
    expect(zonesInSql(path.resolve(import.meta.dirname, '..'), files)).toEqual([]);
  });
});

/** A small project in its own folder: path -> text. */
function build(house: Readonly<Record<string, string>>) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'quad-house-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(house)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return { root, ...lookAt(root) };
}

/** What the rules say about one file with one line. */
function judge(file: string, line: string): string[] {
  return build({ [file]: `${line}\n` }).sources.flatMap(breachesOf);
}

describe('the import rules', () => {
  test.each([
    ['src/tools/a/contract.ts', "import { z } from 'zod';"],
    ['src/tools/a/contract.ts', "import { text } from '../../platform/contract/fields.ts';"],
    ['src/tools/a/settings.ts', "import { name } from './contract.ts';"],
    ['src/tools/a/settings.ts', "import { dated } from '../../platform/server/settings/tool-settings.ts';"],
    ['src/tools/a/server/index.ts', "import { list } from '../contract.ts';"],
    ['src/tools/a/server/deep/er.ts', "import { list } from '../../tool.ts';"],
    ['src/tools/a/server/index.ts', "import { route } from '../../../platform/server/http/context.ts';"],
    ['src/tools/a/server/index.ts', "import { find } from '../../b/server/public.ts';"],
    ['src/tools/a/web/index.ts', "import { b } from '../../b/tool.ts';"],
    ['src/tools/a/web/form.tsx', "import { Panel } from '../../../platform/ui/panel.tsx';"],
    ['src/tools/a/web/form.tsx', "import styles from './form.module.css';"],
    [
      'src/tools/a/server/links.test.ts',
      "import { start } from '../../../platform/server/testing/test-server.ts';",
    ],
    ['src/tools/a/server/links.test.ts', "import { settings } from '../settings.ts';"],
    ['src/platform/ui/icon.tsx', "import type { IconName } from '../contract/tool.ts';"],
    ['src/platform/documents/page.ts', "import type { Call } from '../contract/call.ts';"],
    ['src/platform/server/documents/routes.ts', "import { describe } from '../../documents/page.ts';"],
    ['src/tools/server.ts', "import { a } from './a/server/index.ts';"],
    ['src/entry/server.ts', "const dev = await import('../../scripts/dev.ts');"],
    ['migrations/20261121T0900-a-b.ts', "import { sql } from 'kysely';"],
  ])('%s may say: %s', (file, line) => {
    expect(judge(file, line)).toEqual([]);
  });

  test.each([
    ['src/tools/a/contract.ts', "import { list } from './server/queries.ts';"],
    ['src/tools/a/contract.ts', "import { readFile } from 'node:fs';"],
    ['src/tools/a/tool.ts', "import { x } from '../../platform/server/http/context.ts';"],
    ['src/tools/a/server/index.ts', "import { Panel } from '../../../platform/ui/panel.tsx';"],
    ['src/tools/a/server/index.ts', "import { call } from '../../../platform/web/client/call.ts';"],
    ['src/tools/a/server/index.ts', "import { form } from '../web/form.tsx';"],
    ['src/tools/a/server/index.ts', "import { find } from '../../b/server/queries.ts';"],
    ['src/tools/a/server/index.ts', "import { find } from '../../b/contract.ts';"],
    [
      'src/tools/a/server/index.ts',
      "import { start } from '../../../platform/server/testing/test-server.ts';",
    ],
    ['src/tools/a/server/a.test.ts', "import { find } from '../../b/server/queries.ts';"],
    ['src/tools/a/web/form.tsx', "import { find } from '../server/queries.ts';"],
    ['src/tools/a/web/form.tsx', "import type { Row } from '../server/queries.ts';"],
    ['src/tools/a/web/form.tsx', "import { B } from '../../b/web/list.tsx';"],
    ['src/tools/a/web/form.tsx', "import { readFile } from 'node:fs/promises';"],
    ['src/tools/a/web/form.tsx', "type Row = import('../server/queries.ts').Row;"],
    ['src/tools/a/web/form.tsx', "const lazy = () => import('../server/queries.ts');"],
    ['src/tools/a/web/form.tsx', "export { find } from '../server/queries.ts';"],
    ['src/tools/a/web/form.tsx', "export * from '../server/queries.ts';"],
    ['src/tools/a/extra.ts', 'export const x = 1;'],
    ['src/platform/contract/call.ts', "import { x } from '../server/http/context.ts';"],
    ['src/platform/ui/icon.tsx', "import { icons } from '../contract/tool.ts';"],
    ['src/platform/ui/icon.tsx', "import type { Account } from '../web/session/account.ts';"],
    ['src/platform/web/a.tsx', "import type { Actor } from '../server/actor/actor.ts';"],
    ['src/platform/server/a/a.ts', "import { account } from '../../web/session/account.ts';"],
    ['src/platform/server/a/a.ts', "import { serverTools } from '../../../tools/server.ts';"],
    ['src/platform/server/a/a.ts', "import { places } from '../../../places.ts';"],
    ['src/platform/server/a/a.test.ts', "import { serverTools } from '../../../tools/server.ts';"],
    ['src/platform/documents/page.ts', "import { route } from '../server/http/context.ts';"],
    ['src/places.ts', "import { a } from './tools/a/tool.ts';"],
    ['src/tools/server.ts', "import { a } from './a/web/index.ts';"],
    ['src/tools/server.ts', "import { a } from './a/server/queries.ts';"],
    ['src/tools/web.ts', "import { a } from './a/server/index.ts';"],
    ['src/entry/server.ts', "import { a } from '../tools/a/server/index.ts';"],
    ['src/entry/server.ts', "import { webTools } from '../tools/web.ts';"],
    ['src/entry/web/main.tsx', "import { serverTools } from '../../tools/server.ts';"],
    ['src/entry/server.ts', 'const any = await import(process.env.PLUGIN);'],
    ['migrations/20261121T0900-a-b.ts', "import { roles } from '../src/tools/a/contract.ts';"],
  ])('%s may not say: %s', (file, line) => {
    expect(judge(file, line)).toHaveLength(1);
  });

  test('text in a comment or a string is not an import', () => {
    const line = "// import '../server/a.ts';\nexport const text = `import x from '../server/a.ts'`;";
    expect(judge('src/tools/a/web/form.tsx', line)).toEqual([]);
  });
});

describe('the rules of the project', () => {
  test('a circle through any number of files is found and reported once', () => {
    const { sources } = build({
      'src/b.ts': "import { c } from './c.ts';\n",
      'src/c.ts': "import { d } from './d.ts';\n",
      'src/d.ts': "import './b.ts';\n",
    });
    expect(circlesIn(sources)).toEqual(['src/b.ts -> src/c.ts -> src/d.ts import one another in a circle.']);
  });

  test('a circle of types does not count', () => {
    const { sources } = build({
      'src/b.ts': "import type { C } from './c.ts';\n",
      'src/c.ts': "import { b } from './b.ts';\n",
    });
    expect(circlesIn(sources)).toEqual([]);
  });

  test('a circle of folders is found, even one made only of types', () => {
    const { sources } = build({
      'src/platform/server/a/one.ts': "import { b } from '../b/b.ts';\n",
      'src/platform/server/a/two.ts': 'export const two = 2;\n',
      'src/platform/server/b/b.ts': "import type { Two } from '../a/two.ts';\n",
      'src/platform/web/a/a.ts': "import { c } from '../c/c.ts';\n",
      'src/platform/web/c/c.test.ts': "import { a } from '../a/a.ts';\n",
      'src/platform/web/c/c.ts': 'export const c = 1;\n',
    });
    expect(partCirclesIn(sources)).toEqual([
      'src/platform/server/a -> src/platform/server/b need one another in a circle: move what both use.',
    ]);
  });

  test('a renamed call is found', () => {
    const line = "import { add as addCall, list, type remove as removeCall } from '../contract.ts';\n";
    const { sources } = build({ 'src/tools/a/server/rules.ts': line, 'src/tools/a/web/a.ts': line });
    expect(renamedCallsIn(sources)).toEqual([
      'src/tools/a/server/rules.ts gives add another name.',
      'src/tools/a/server/rules.ts gives remove another name.',
    ]);
  });

  test.each(['utils', 'helpers', 'common', 'misc', 'shared'])('a folder named %s is found', (name) => {
    expect(drawersIn([`src/tools/a/${name}/dates.ts`])).toHaveLength(1);
    expect(drawersIn([`src/tools/a/${name}.ts`])).toEqual([]);
  });

  test('a file that only re-exports is found, in both syntaxes', () => {
    const { sources } = build({
      'src/platform/a/a.ts': "export * from './b.ts';\n",
      'src/platform/a/b.ts': "import { c } from './c.ts';\nexport { c };\n",
      'src/platform/a/c.ts': "import { d } from './d.ts';\nexport const c = d + 1;\n",
      'src/platform/ui/field.tsx':
        "import './field.css';\nexport { TextInput as TextField } from '@mantine/core';\n",
      'src/tools/a/server/public.ts': "export { find } from './queries.ts';\n",
    });
    expect(barrelsIn(sources).map((sentence) => sentence.split(' ')[0])).toEqual([
      'src/platform/a/a.ts',
      'src/platform/a/b.ts',
    ]);
  });

  test('a file of 301 lines is found, one of 300 and a test are not', () => {
    const { sources } = build({
      'src/long.ts': 'export {};\n'.repeat(301),
      'src/fine.ts': 'export {};\n'.repeat(300),
      'src/long.test.ts': 'export {};\n'.repeat(301),
    });
    expect(longFilesIn(sources)).toEqual([
      'src/long.ts has 301 lines, more than 300: split it by what it does.',
    ]);
  });

  test('a class without a rule is found', () => {
    const { root, files } = build({
      'src/a/list.tsx':
        "import styles from './list.module.css';\nexport const list = [styles.row, styles.heard];\n",
      'src/a/list.module.css': '/* .heard */\n.row:hover { color: red; }\n',
      'src/a/gone.tsx': "import styles from './gone.module.css';\nexport const gone = styles.row;\n",
    });
    expect(missingClassesIn(root, files)).toEqual([
      'src/a/gone.tsx imports src/a/gone.module.css, which is missing.',
      'src/a/list.tsx wants the class heard, which src/a/list.module.css does not have.',
    ]);
  });

  test('a list that Safari takes for none is found', () => {
    const { root, files } = build({
      'src/a/rows.module.css': '.rows { list-style: none; }\n',
      'src/a/names.module.css': '.names { list-style-type: none }\n',
      'src/a/steps.module.css':
        ".steps { display: none; list-style-type: ''; }\n.other { list-style-type: revert; }\n",
    });
    expect(silentListsIn(root, files).map((sentence) => sentence.split(' ')[0])).toEqual([
      'src/a/names.module.css',
      'src/a/rows.module.css',
    ]);
  });

  test('a job in an hour that may be skipped is found, and one of each hour and a later one are not', () => {
    const { root, files } = build({
      'src/a/check.ts': "export const job = { schedule: '17 2 * * *' };\n",
      'src/a/keep.ts': "export const job = { schedule: '17 4 * * *' };\n",
      'src/a/look.ts': "export const job = { schedule: '*/10 * * * *' };\n",
    });
    expect(skippedSchedulesIn(root, files).map((sentence) => sentence.split(' ')[0])).toEqual([
      'src/a/check.ts',
    ]);
  });

  test('a time zone in SQL is found, and UTC is not', () => {
    const { root, files } = build({
      'src/a/board.ts': `export const today = sql\`(now() at time zone \${timeZone})::date\`;\n`,
      'src/a/counts.ts': "export const today = sql`(now() at time zone 'UTC')::date`;\n",
    });
    expect(zonesInSql(root, files).map((sentence) => sentence.split(' ')[0])).toEqual(['src/a/board.ts']);
  });

  test('what a tool or a part of the platform lacks is found', () => {
    const files = ['src/tools/a/server/index.ts', 'src/platform/b/b.ts', 'src/platform/server/c/c.ts'];
    expect(missingFilesIn(files)).toEqual([
      'src/tools/a/README.md is missing.',
      'src/tools/a/tool.ts is missing.',
      'src/tools/a/contract.ts is missing.',
      'src/tools/a/server/routes.ts is missing.',
      'src/platform/b/README.md is missing.',
      'src/platform/server/README.md is missing.',
      'src/platform/server/c/README.md is missing.',
    ]);
  });

  test('a name that is not in kebab-case is found', () => {
    const fine = [
      'src/a/b-c.module.css',
      'src/a/README.md',
      'migrations/20261121T0900-platform-foundation.ts',
    ];
    expect(oddNamesIn([...fine, 'src/a/linkForm.tsx', 'src/a/Link.ts', 'src/a/two_words.ts'])).toHaveLength(
      3,
    );
  });
});
