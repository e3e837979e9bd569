import fc from 'fast-check';

export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    'a\udfff',
    '%',
    '_',
    '\\',
    "'; drop table people; --",
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    '٣',
    '👩‍👩‍👧',
    '\u202e\ufeff\u200b',
    'a\r\nSet-Cookie: x=1',
    'x'.repeat(6_000),
    '1e999',
    '-0',
    'NaN',
    '2026-02-30T00:00:00Z',
    '+292278994-08-17T07:12:55Z',
    '00000000-0000-7000-8000-000000000000',
    'http://localhost:3000/r/x',
  ),
);

const edgeNumber = fc.constantFrom(
  0,
  -0,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  -(2 ** 63),
  2 ** 64,
  1e308,
  5e-324,
);

/** Of an unexpected type, or at the edge of the expected one. */
export const hostileValue = fc.oneof(
  hostileText,
  edgeNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { toString: 'x' }, { length: 1e9 }),
  fc.array(hostileText, { maxLength: 3 }),
  fc.constant(Array.from({ length: 3_000 }, () => 'x')),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Texts for an address, inserted unchanged, including broken codes. */
export const hostileAddressPart = fc.oneof(
  hostileText.filter((text) => text.isWellFormed()).map(encodeURIComponent),
  fc.constantFrom(
    '%',
    '%0',
    '%zz',
    '%00',
    '%ff%fe',
    '%c0%80',
    '%ed%a0%80',
    '..%2f..%2f',
    '.',
    '..',
    '%2e%2e',
    '%25%30%30',
    ';',
    '//',
    `${'a'.repeat(3_000)}`,
  ),
);
