import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.stop());

/** The data block of a page. */
function dataOf(html: string): Record<string, unknown> {
  return JSON.parse(/id="quad-data"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '');
}

test('the shell that a browser keeps has no account in it, no matter who requests it', async () => {
  const person = await server.signIn('it');
  expect(dataOf((await person.fetch('GET', '/')).text)).toMatchObject({
    account: { name: 'Iris Thornwell' },
  });
  const shell = await person.fetch('GET', '/offline-shell');
  expect(shell.status).toBe(200);
  expect(dataOf(shell.text)).toMatchObject({ account: null, offline: true });
  expect(shell.text).not.toContain('Thornwell');
  expect(shell.headers['set-cookie']).toBeUndefined();
});

test('each response with the shell has its own nonce, the same in the page and in its policy', async () => {
  const nonces = [];
  for (const _ of [1, 2]) {
    const shell = await server.visitor.fetch('GET', '/offline-shell');
    const nonce = /'nonce-([^']+)'/.exec(String(shell.headers['content-security-policy']))?.[1] ?? '';
    expect(shell.text).toContain(`nonce="${nonce}"`);
    nonces.push(nonce);
  }
  expect(nonces[0]).not.toBe(nonces[1]);
});

test('the manifest has the names of the college', async () => {
  const manifest = await server.visitor.fetch('GET', '/manifest.webmanifest');
  expect(manifest.headers['content-type']).toContain('application/manifest+json');
  expect(manifest.body).toMatchObject({ short_name: 'Quad', name: 'Quad, Sawtooth College', start_url: '/' });
});
