import { describe, expect, test } from 'vitest';
import {
  barrelsIn,
  circlesIn,
  drawersIn,
  longFilesIn,
  missingFilesIn,
  oddNamesIn,
  partCirclesIn,
  renamedCallsIn,
} from './house-rules.ts';
import { silentListsIn } from './silent-lists.ts';
import { skippedSchedulesIn } from './skipped-schedules.ts';
import { build } from './small-project.ts';
import { missingClassesIn } from './style-classes.ts';
import { zonesInSql } from './zones-in-sql.ts';

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
