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
