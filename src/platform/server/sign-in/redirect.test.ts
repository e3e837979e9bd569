import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeRedirect } from './redirect.ts';

const publicUrl = 'https://quad.college.edu';

describe('a path on our own origin is followed as it is', () => {
  it.each([
    '/',
    '/my-dashboard',
    '/departments/information-technology/redirects?page=2&search=a%20b',
    '/files#top',
    '/files?next=https://elsewhere.example/',
    '/organization/employee-directory?q=%C3%A9',
    '/apix',
    '/reports',
    '/rooms/r/1',
    '/files/api/notes',
  ])('%s', (written) => {
    expect(safeRedirect(written, publicUrl)).toBe(written);
  });

  it('with our origin in front of it', () => {
    expect(safeRedirect(`${publicUrl}/files?page=1`, publicUrl)).toBe('/files?page=1');
    expect(safeRedirect(publicUrl, publicUrl)).toBe('/');
  });

  it('letters beyond ASCII are encoded, so that they fit in a header', () => {
    expect(safeRedirect('/räume', publicUrl)).toBe('/r%C3%A4ume');
  });
});

describe('another origin in any disguise becomes the home page', () => {
  it.each([
    '//evil.com',
    '///evil.com',
    '/\\evil.com',
    '/\t/evil.com',
    '/\n/evil.com',
    '/ /evil.com',
    '\t//evil.com',
    '\\\\evil.com',
    '/\\/evil.com',
    'https://portal@evil.com',
    'https://quad.college.edu@evil.com/',
    'https://quad.college.edu.evil.com/',
    'https://quad.college.edu:8443/',
    'http://quad.college.edu/files',
    'https://quad.college.edu//evil.com',
    'https://quad.college.edu/\\evil.com',
    'http:\\\\evil.com',
    'https:evil.com',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>',
    'evil.com',
    './/evil.com',
    '/.//evil.com',
    '/..//evil.com',
    '/files/..//evil.com',
    '/%2e//evil.com',
    '/%2f/evil.com',
    '/%2fevil.com',
    '/%5cevil.com',
    '/%255cevil.com',
    '/%E0%A4%A',
    '/\u2028/evil.com',
    '/\u00a0/evil.com',
    '/\u0000',
    '/\ud800',
    '',
    ' ',
    '?redirect=/files',
    '#top',
  ])('%j', (written) => {
    expect(safeRedirect(written, publicUrl)).toBe('/');
  });

  it.each([['/%09/evil.com', '/%09/evil.com']])(
    '%j looks like one and is a page of ours',
    (written, target) => {
      expect(safeRedirect(written, publicUrl)).toBe(target);
      expect(new URL(target, publicUrl).origin).toBe(publicUrl);
    },
  );

  it.each([[undefined], [null], [7], [['/files', '/files']], [{ path: '/files' }]])(
    'a value that is not text: %j',
    (written) => {
      expect(safeRedirect(written, publicUrl)).toBe('/');
    },
  );

  it('an address that is too long for a header', () => {
    expect(safeRedirect(`/${'a'.repeat(2_000)}`, publicUrl)).toBe('/');
  });
});

describe('calls and short links are never followed', () => {
  it.each([
    '/api',
    '/api/',
    '/api/auth/providers/demo/logout',
    '/API/auth/account',
    '/r',
    '/r/flyer',
    '/R/flyer',
    '//r/flyer',
    '/files/../api/auth/account',
    '/files/%2e%2e/api/auth/account',
    '/files/%2E./r/flyer',
    '/%61pi/auth/account',
    '/%72/flyer',
    '/%2572/flyer',
    '/%252572/flyer',
    '/files/..%2fapi/auth/account',
    '/files%2f..%2fr%2fflyer',
    '/./r/flyer',
    '/api%2fauth',
    '/api%2f..',
    '/%61pi%2f%2e%2e',
    '/r%2f..%2fflyer',
    '/r%2Fflyer',
    '/r?x=1',
    '/r#x',
    '/ｒ/flyer',
    '/%EF%BD%92/flyer',
    `${publicUrl}/r/flyer`,
  ])('%s', (written) => {
    expect(safeRedirect(written, publicUrl)).toBe('/');
  });
});

describe('the malformed address of the specification', () => {
  it.each([
    ['/files?postLoginRedirectUri=//evil.com', '/files'],
    ['/files?page=2?postLoginRedirectUri=https://evil.com&scopesToConsent=all', '/files?page=2'],
    ['/files?scopesToConsent=openid', '/files'],
    ['/files?page=2&postLoginRedirectUri=/r/flyer', '/files?page=2'],
  ])('%s goes to %s', (written, target) => {
    expect(safeRedirect(written, publicUrl)).toBe(target);
  });
});

it('whatever the text, the browser stays on our origin and off calls and short links', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '%25',
    'r',
    'api',
    'R',
    '@',
    ':',
    '?',
    '#',
    '\t',
    'x',
    'evil.com',
    'https:',
    '%72',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const target = safeRedirect(pieces.join(''), publicUrl);
      const { origin, pathname } = new URL(target, publicUrl);
      expect(origin).toBe(publicUrl);
      expect(pathname).not.toMatch(/^\/+(api|r)(\/|$)/i);
      expect(target).toMatch(/^\/(?![/\\])/);
      // Applying the rule to its own result changes nothing.
      expect(safeRedirect(target, publicUrl)).toBe(target);
    }),
    { numRuns: 5_000 },
  );
});
