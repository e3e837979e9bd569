import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { placePermissions, places } from '../src/places.ts';
import { readEnvironment } from '../src/platform/server/settings/environment.ts';
import { SignInRefusal, type SignInRefusalReason } from '../src/platform/server/sign-in/sign-in-refusal.ts';
import { startTestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const operations = read('docs/operations.md');
const security = read('SECURITY.md');

/** The first cells of a section's tables, which contain names as code. */
function namedIn(section: string): string[] {
  const text = operations.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  return Array.from(text.matchAll(/^\| `([^`]+)`/gm), ([, name = '']) => name).toSorted();
}

test('the operations page names every environment variable, of the platform and of the tools', () => {
  const asked = new Set<string>();
  const variables = new Proxy({} as Record<string, string | undefined>, {
    get: (_target, name) => void asked.add(String(name)),
  });
  readEnvironment(variables, root);
  for (const { settings } of serverTools) {
    if (settings?.environment instanceof z.ZodObject) {
      for (const name of Object.keys(settings.environment.shape)) asked.add(name);
    }
  }
  expect(namedIn('Settings')).toEqual([...asked].toSorted());
});

test('the operations page names every figure that the metrics port serves, and no other', async () => {
  const { quad } = await startTestServer({
    tools: serverTools,
    places,
    placePermissions,
    variables: { QUAD_METRICS_PORT: '0' },
  });
  const served = (await quad.platform.metrics.getMetricsAsJSON()).map(({ name }) => name);
  expect(served.length).toBeGreaterThan(20);
  expect(namedIn('Metrics')).toEqual(served.toSorted());
});

test('what the operations page says about a refused sign-in is under the title that the person reads', () => {
  const section = operations.split('\n### "I can\'t sign in"\n')[1]?.split('\n### ')[0] ?? '';
  const [, ...rows] = Array.from(section.matchAll(/^\| ([A-Z][^|]*?) +\| (`[^|]+`) +\|/gm));
  const said = rows.flatMap(([, title = '', reasons = '']) =>
    reasons.split(', ').map((reason) => [reason.replaceAll('`', ''), title]),
  );
  expect(said.length).toBeGreaterThan(10);
  for (const [reason, title] of said)
    expect(new SignInRefusal(reason as SignInRefusalReason).page.title, reason).toBe(title);
});

test('every link target of the operations and security pages, and every file of deploy/ that they name, exists', () => {
  const pages = { 'docs/operations.md': operations, 'SECURITY.md': security };
  const missing = Object.entries(pages).flatMap(([page, text]) => {
    const links = Array.from(text.matchAll(/\]\(([^)#:]+)\)/g), ([, target = '']) =>
      path.join(path.dirname(page), target),
    );
    const files = Array.from(
      text.matchAll(/`((?:deploy|scripts|tests)\/[\w./-]+)`/g),
      ([, file = '']) => file,
    );
    return [...links, ...files].filter((file) => !existsSync(path.join(root, file)));
  });
  expect(missing).toEqual([]);
  const unnamed = readdirSync(path.join(root, 'deploy')).filter(
    (file) => !file.startsWith('.') && !operations.includes(`deploy/${file}`),
  );
  expect(unnamed).toEqual([]);
});

test('every page for a running portal links the check of the settings: typed by root in the checkout, the command checks a trial', () => {
  const signIn = readdirSync(path.join(root, 'docs/sign-in')).map((name) => `docs/sign-in/${name}`);
  const bare = ['docs/password-reset.md', ...signIn].filter((page) =>
    /(?<!\[)`npm run check-settings`/.test(read(page)),
  );
  expect(bare).toEqual([]);
  const [before = '', after = ''] = operations.split('\n### Checking settings\n');
  const others = before + after.slice(after.indexOf('\n### '));
  expect(others).not.toContain('npm run check-settings');
});
