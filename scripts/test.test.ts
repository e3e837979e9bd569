import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Checkout, makeCheckout } from './testing/checkout.ts';

let checkout: Checkout;
const talk = `for (let line = 1; line <= 200; line += 1) console.log('noise', line);`;
const checks = [
  'node_modules/typescript/bin/tsc',
  'node_modules/@biomejs/biome/bin/biome',
  'node_modules/knip/bin/knip.js',
  'src/entry/docs.ts',
  'scripts/build.ts',
];
const vitest = `${talk}
  import { writeFileSync } from 'node:fs';
  const file = process.argv.find((word) => word.startsWith('--outputFile.json=')).split('=')[1];
  writeFileSync(file, JSON.stringify({ numPassedTests: 40, numFailedTests: 0, numPendingTests: 2, testResults: [] }));`;
const stories = `${talk}
  import { writeFileSync } from 'node:fs';
  const stats = { expected: 2, unexpected: 0, flaky: 0, skipped: 0 };
  writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, JSON.stringify({ stats, errors: [] }));`;

beforeEach(async () => {
  checkout = await makeCheckout();
  await checkout.linkPackages();
  await checkout.markInstalled();
  for (const file of checks) await checkout.write(file, talk);
  await checkout.write('node_modules/vitest/vitest.mjs', vitest);
  await checkout.write('node_modules/@playwright/test/cli.js', stories);
  await checkout.write('node_modules/@playwright/test/package.json', '{ "type": "module" }');
});
afterEach(async () => {
  await checkout.remove();
});

async function run(...words: string[]) {
  const started = checkout.start('test.mjs', ...words);
  const code = await started.ended();
  return { code, lines: started.output().trim().split('\n') };
}

test('npm test says in a few lines what it does and how long that takes', async () => {
  const { code, lines } = await run();
  expect(code).toBe(0);
  expect(lines.length).toBeLessThan(25);
  expect(lines).toContain('types ...');
  expect(lines).toContainEqual(
    expect.stringMatching(/^tests: passed after \d+\.\d s \(40 passed, 2 skipped/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^All of it took \d+\.\d s\.$/));
  expect(lines.at(-1)).toBe('42 passed, 0 failed');
});

test('npm test leaves out what is tagged long, unless everything or words are asked for', {
  tags: 'long',
}, async () => {
  const told = `console.log('told', process.argv.slice(2).join(' '));`;
  for (const file of ['node_modules/vitest/vitest.mjs', 'node_modules/@playwright/test/cli.js'])
    await checkout.write(file, `${told}\n${file.includes('vitest') ? vitest : stories}`);
  const filters = async (...words: string[]) => {
    const { lines } = await run('--verbose', ...words);
    return lines.filter((line) => line.startsWith('told')).map((line) => /--\S*!?@?long/.exec(line)?.[0]);
  };
  expect(await filters()).toEqual(['--tagsFilter=!long', '--grep-invert=@long']);
  expect(await filters('--all')).toEqual([undefined, undefined]);
  expect(await filters('no-such-file')).toEqual([undefined, undefined]);
});

test('the output of a failed step is shown in full, and nothing runs after its stage', async () => {
  await checkout.write('node_modules/knip/bin/knip.js', `console.log('no one uses this'); process.exit(1);`);
  const { code, lines } = await run();
  expect(code).toBe(1);
  expect(lines).toContain('no one uses this');
  expect(lines.filter((line) => line.startsWith('noise'))).toEqual([]);
  expect(lines).toContain('tests: not run');
  expect(lines.at(-1)).toBe('0 passed, 1 failed');
});

test('with --verbose everything is shown', async () => {
  const { lines } = await run('--verbose');
  expect(lines.filter((line) => line === 'noise 200').length).toBe(8);
});

test('a file that fails once is run again alone and named; one that fails twice, or three files, fail the run', {
  tags: 'long',
}, async () => {
  const failing = (files: string[], alsoAlone: boolean) => `
    import { writeFileSync } from 'node:fs';
    const file = process.argv.find((word) => word.startsWith('--outputFile.json=')).split('=')[1];
    const isAlone = process.argv.at(-1).endsWith('.test.ts');
    const failed = isAlone && !${alsoAlone} ? [] : ${JSON.stringify(files)};
    const testResults = failed.map((name) => ({ name, status: 'failed', assertionResults: [{}] }));
    const numPassedTests = isAlone ? 1 : 40 - failed.length;
    writeFileSync(file, JSON.stringify({ numPassedTests, numFailedTests: failed.length, numPendingTests: 0, testResults }));
    process.exit(failed.length);`;
  await checkout.write('node_modules/vitest/vitest.mjs', failing(['src/a.test.ts'], false));
  const once = await run();
  expect(once).toMatchObject({ code: 0 });
  expect(once.lines).toContain('UNSTEADY: src/a.test.ts failed once and passed alone; see above.');
  expect(once.lines.at(-1)).toBe('42 passed, 0 failed');

  await checkout.write('node_modules/vitest/vitest.mjs', failing(['src/a.test.ts'], true));
  const twice = await run();
  expect(twice).toMatchObject({ code: 1 });
  expect(twice.lines.at(-1)).toBe('39 passed, 1 failed');

  await checkout.write(
    'node_modules/vitest/vitest.mjs',
    failing(['a.test.ts', 'b.test.ts', 'c.test.ts'], false),
  );
  const many = await run();
  expect(many).toMatchObject({ code: 1 });
  expect(many.lines.at(-1)).toBe('37 passed, 3 failed');
});
