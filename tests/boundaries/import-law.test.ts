import { describe, expect, test } from 'vitest';
import { breachesOf } from './import-law.ts';
import { build } from './small-project.ts';

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
