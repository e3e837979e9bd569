import { expect, test } from 'vitest';
import { newLink } from './contract.ts';

const accepts = (longUrl: string) => newLink.safeParse({ shortUrl: 'x', longUrl }).success;
const ofLength = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`;

test.each([
  ['an ordinary address', 'https://example.com/path?x=1#part'],
  ['plain http', 'http://example.com'],
  ['a host of another alphabet', 'https://bücher.example/straße'],
  ['an IPv6 address', 'http://[2001:db8::1]:8080/'],
  ['an @ after the host', 'https://example.com/@name?mail=a@b'],
  ['2,048 characters', ofLength(2_048)],
  ['white space around it, which is trimmed', '  https://example.com/ \n'],
  ['invisible characters around it, which are trimmed, too', '\u202ahttps://example.com/\u200b\u202c'],
])('a target may be %s', (_what, longUrl) => {
  expect(accepts(longUrl)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a script', 'javascript:alert(1)'],
  ['a script after a trimmed blank', ' javascript:alert(1)'],
  ['data', 'data:text/html,hello'],
  ['a file', 'file:///etc/passwd'],
  ['another protocol', 'ftp://example.com/'],
  ['no protocol', 'example.com'],
  ['only slashes', '//example.com/'],
  ['a scheme in capitals', 'HTTPS://example.com/'],
  ['a scheme with one slash', 'https:/example.com/'],
  ['a backslash as slash', 'https:/\\example.com/'],
  ['a backslash in the host', 'https://example.com\\@evil.example/'],
  ['a tab', 'https://exam\tple.com/'],
  ['a line break', 'https://example.com/\r\nset-cookie: a=b'],
  ['a blank', 'https://example.com/a b'],
  ['a blank of another width', 'https://example.com/a\u00a0b'],
  ['an ISO 8859 control character', 'https://example.com/\u0085'],
  ['NUL', 'https://example.com/\0'],
  ['half of a surrogate pair', 'https://example.com/\ud800'],
  ['an invisible sign that turns the direction', 'https://example.com/\u202egpj.exe'],
  ['an invisible sign of no width', 'https://exam\u200bple.com/'],
  ['a user name', 'https://name@example.com/'],
  ['a user name and password', 'https://name:secret@example.com/'],
  ['an empty user name', 'https://@example.com/'],
  ['a host that pretends to be the path of another', 'https://quad.college.edu@evil.example/'],
  ['an invalid port', 'https://example.com:99999/'],
  ['a broken IPv6 address', 'http://[::1/'],
  ['no host', 'https://'],
  ['2,049 characters', ofLength(2_049)],
  ['2,048 characters that become more as an address', `https://example.com/${'ä'.repeat(2_028)}`],
])('a target may not be %s', (_what, longUrl) => {
  expect(accepts(longUrl)).toBe(false);
});

test.each(['a', 'A-1_b', '-', '__proto__', 'a'.repeat(64), '  trimmed '])(
  '%j is a short name',
  (shortUrl) => {
    expect(newLink.safeParse({ shortUrl, longUrl: 'https://example.com/' }).success).toBe(true);
  },
);

test.each(['', ' ', 'a b', 'a/b', 'a.b', 'ä', 'a%20', '../x', 'a'.repeat(65), 'a\0'])(
  '%j is not a short name',
  (shortUrl) => {
    expect(newLink.safeParse({ shortUrl, longUrl: 'https://example.com/' }).success).toBe(false);
  },
);

test.each([
  [null, true],
  [undefined, true],
  ['2026-11-21T08:00:00Z', true],
  ['2001-01-01T00:00:00.000Z', true],
  ['2026-11-21', false],
  ['2026-11-21T08:00:00+01:00', false],
  ['2026-02-30T08:00:00Z', false],
  ['1999-12-31T23:59:59Z', false],
  ['2101-01-01T00:00:00Z', false],
  ['', false],
  [0, false],
])('an expiration date of %j is accepted: %s', (expirationDate, expected) => {
  const form = { shortUrl: 'x', longUrl: 'https://example.com/', expirationDate };
  expect(newLink.safeParse(form).success).toBe(expected);
});
