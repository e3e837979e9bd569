import { globSync } from 'node:fs';
import { demoPeople } from '../src/platform/server/sign-in/demo/demo-people.ts';
import { expect, signIn, test } from './setup/story.ts';

/** What a stranger must not find: people, groups, and what the portal only reveals on request. */
const telling = new RegExp(
  [
    'Domain-[A-Z]\\w+|sgrp[A-Z]\\w+',
    ...demoPeople.flatMap(({ people }) => people.map(({ key }) => `\\b${key}@sawtooth\\.example`)),
    'account number|submittal',
    'QUAD_SECRET|BEGIN [A-Z ]*PRIVATE KEY|postgres(ql)?://',
  ].join('|'),
);

const bundle = globSync('**/*.{js,css,svg,html,webmanifest}', { cwd: 'dist/web' })
  .filter((file) => file !== 'index.html')
  .map((file) => `/${file}`);
const shells = ['/', '/offline-shell', '/manifest.webmanifest', '/sign-in', '/nothing', '/r/nothing'];

test('what anyone can fetch reveals nothing, sets no cookie and cannot be framed', async ({ request }) => {
  expect(bundle).toContain('/service-worker.js');
  expect(bundle.length).toBeGreaterThan(20);
  for (const address of [...bundle, ...shells]) {
    const answer = await request.get(address);
    expect(answer.status(), address).toBe(address.endsWith('/nothing') ? 404 : 200);
    expect(await answer.text(), address).not.toMatch(telling);
    const headers = answer.headers();
    expect(headers, address).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining(
        address.endsWith('worker.js') ? "default-src 'none'" : "frame-ancestors 'none'",
      ),
    });
    expect(Object.keys(headers).join(' '), address).not.toMatch(
      /set-cookie|x-powered-by|server\b|access-control/,
    );
    const isFile = bundle.includes(address);
    if (!isFile && !address.endsWith('webmanifest'))
      expect(headers['cache-control'], address).toBe('no-store');
  }
});

test('signed in, the kept shell, the manifest and the worker are the same as for a stranger', async ({
  page,
  request,
}) => {
  await signIn(page, 'it');
  const withoutNonce = (text: string) => text.replace(/nonce="[^"]*"/g, '');
  for (const address of ['/offline-shell', '/manifest.webmanifest', '/service-worker.js']) {
    const own = await (await page.request.get(address)).text();
    expect(withoutNonce(own), address).toBe(withoutNonce(await (await request.get(address)).text()));
  }
});

test('nothing outside the bundle can be fetched, by any spelling', async ({ request, baseURL }) => {
  const [script = ''] = bundle.filter((file) => file.endsWith('.js'));
  for (const address of [
    '/index.html',
    '/.vite/preload.json',
    '/.vite/manifest.json',
    '/%2evite/preload.json',
    `${script}.map`,
    `${script}.br`,
    '/service-worker.js.br',
    '/assets',
    '/assets/',
    '/.git/config',
    '/.env',
    '/package.json',
    '/campus/access.yaml',
    '/data/secret',
    '/..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json',
    '/assets/..%5c..%5c..%5cpackage.json',
    '/assets//etc/passwd',
    '//etc/passwd',
    '/favicon.svg%00.js',
    '/metrics',
  ]) {
    const answer = await request.get(`${baseURL}${address}`, { maxRedirects: 0 });
    expect([400, 404], address).toContain(answer.status());
    const text = await answer.text();
    expect(text, address).not.toMatch(/"dependencies"|root:|__DATA__|"mappings"|Domain-/);
  }
});
