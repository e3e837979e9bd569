import { expect, test } from 'vitest';
import { filesOf, newNonce, withNonce, withoutNonce } from './shell-page.ts';

const nonce = 'c2VjcmV0+/bm9uY2U=';
const html = `<meta property="csp-nonce" nonce="${nonce}"><script type="application/json" id="quad-data" nonce="${nonce}">{}</script><script type="module" src="/assets/index-1.js" nonce="${nonce}"></script><link rel="stylesheet" href="/assets/index-1.css">`;
const headers = new Headers({
  'content-security-policy': `default-src 'self'; style-src 'self' 'nonce-${nonce}'`,
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': 'br',
  'x-frame-options': 'DENY',
});

test('the kept page has no nonce, and has the other headers', () => {
  const page = withoutNonce(html, headers);
  expect(JSON.stringify(page)).not.toContain(nonce);
  expect(page?.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'content-type': 'text/html; charset=utf-8',
  });
  expect(page?.headers).not.toHaveProperty('content-encoding');
});

test('each page view has one nonce, the same in the page and in its policy, and no two are the same', () => {
  const page = withoutNonce(html, headers);
  if (page === null) throw new Error('There is no page.');
  const [one, other] = [newNonce(), newNonce()];
  expect(one).not.toBe(other);
  const shown = withNonce(page, one);
  expect(shown.html).toBe(html.replaceAll(nonce, one));
  expect(shown.headers['content-security-policy']).toContain(`'nonce-${one}'`);
});

test.each([
  ['a page without a policy', html, new Headers()],
  ['a page of someone else', '<h1>Please sign in to the Wi-Fi</h1>', headers],
])('%s is not kept', (_what, text, given) => {
  expect(withoutNonce(text, given)).toBeNull();
});

test('finds the files of the bundle that a page loads', () => {
  expect(filesOf(html)).toEqual(['/assets/index-1.js', '/assets/index-1.css']);
});
