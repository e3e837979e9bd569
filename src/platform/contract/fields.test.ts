import { describe, expect, test } from 'vitest';
import { calendarDate, email, folders, id, instant, longText, oneLine, text } from './fields.ts';

describe('text from people', () => {
  test('is trimmed and normalized to NFC', () => {
    expect(text().parse('  cafe\u0301 ')).toBe('caf\u00e9');
  });
  test.each([
    ['\u202a208-555-0107\u202c', '208-555-0107'],
    ['\u200e700107\u200b ', '700107'],
    ['\u200b', ''],
    // Joiners end letters and emoji, and what is in the middle is the person's own.
    ['\u0645\u06cc\u200c', '\u0645\u06cc\u200c'],
    ['a\u200bb', 'a\u200bb'],
  ])('loses what nobody sees around it: %j', (value, kept) => {
    expect(text().parse(value)).toBe(kept);
  });
  test('keeps its direction marks as prose', () => {
    expect(longText.parse(' \u202b\u05e9\u05dc\u05d5\u05dd!\u202c ')).toBe(
      '\u202b\u05e9\u05dc\u05d5\u05dd!\u202c',
    );
  });
  test.each(['a\0b', '\ud800', 'x\udc00'])('is refused when it cannot be stored: %j', (value) => {
    expect(text().safeParse(value).success).toBe(false);
  });
  test('keeps emoji that are made of several characters', () => {
    expect(text().parse('👩‍👩‍👧')).toBe('👩‍👩‍👧');
  });
  test.each(['', '  ', '\u200b', ' \u2060\u00ad\ufeff '])(
    'that is required has something visible: %j',
    (value) => {
      const result = text({ min: 1, required: 'Enter what was done.' }).safeParse(value);
      expect(result.error?.issues[0]?.message).toBe('Enter what was done.');
      expect(text().safeParse(value).success).toBe(true);
    },
  );
  test('is refused with more accents on a letter than any language uses', () => {
    const marks = (count: number) => `a${'\u0301\u0316'.repeat(count / 2)}`;
    expect(longText.safeParse(marks(30)).success).toBe(true);
    const message = longText.safeParse(marks(32)).error?.issues[0]?.message;
    expect(message).toBe('This text has too many accents on one letter.');
  });
  test('is measured before any other check, and again after normalization', () => {
    expect(text({ max: 5 }).parse(`  ${'e\u0302\u0301'.repeat(5)}  `)).toBe('ế'.repeat(5));
    // Three units of each musical note become six.
    for (const long of ['x'.repeat(1_000_000), ' '.repeat(1_000_000), '\u{1d160}'.repeat(2_000)]) {
      const result = longText.safeParse(long);
      expect(result.error?.issues.map(({ message }) => message)).toEqual(['Use at most 5,000 characters.']);
    }
  });
  test('names its limit in the message', () => {
    const result = text({ max: 5_000 }).safeParse('x'.repeat(5_001));
    expect(result.error?.issues[0]?.message).toBe('Use at most 5,000 characters.');
  });
});

test('an id is the same in any case', () => {
  expect(id.parse('019ABCDE-0000-7000-8000-00000000000F')).toBe('019abcde-0000-7000-8000-00000000000f');
});

test.each([
  ['2026-11-21T08:00:00Z', true],
  ['2026-11-21T08:00:00.123Z', true],
  ['2026-11-21T08:00:00+01:00', false],
  ['2026-02-30T08:00:00Z', false],
  ['1999-12-31T23:59:59Z', false],
  ['2101-01-01T00:00:00Z', false],
  ['tomorrow', false],
])('instant %s: %s', (value, accepted) => {
  expect(instant.safeParse(value).success).toBe(accepted);
});

test.each([
  ['2100-12-31T23:59:59.9999999Z', '2100-12-31T23:59:59.999Z'],
  ['2026-11-21T08:00:00.123Z', '2026-11-21T08:00:00.123Z'],
  ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00Z'],
])('the instant %s is cut to milliseconds', (written, kept) => {
  expect(instant.parse(written)).toBe(kept);
});

test('an unreadable instant is refused', () => {
  const { error } = instant.safeParse(`2026-11-21T08:00:00.${'1'.repeat(130)}Z`);
  expect(error?.issues[0]?.message).toBe('Enter a date and time.');
});

test('a name sent by a machine is cleaned up', () => {
  expect(oneLine(' Ada\r\n\0 \u202eLove\ud800lace ')).toBe('Ada Love\ufffdlace');
  expect(oneLine('x'.repeat(1_000_000))).toHaveLength(200);
  expect(oneLine(`a${'\u0301'.repeat(100)}b`)).toBe(`\u00e1${'\u0301'.repeat(29)}b`);
});

test('an email address is accepted the way an address book or a page gives it', () => {
  expect(email.parse('\u202aada@sawtooth.example\u202c')).toBe('ada@sawtooth.example');
  expect(email.parse(' ada@sawtooth.example\u200b')).toBe('ada@sawtooth.example');
  expect(email.safeParse('ada@saw\u200btooth.example').success).toBe(false);
});

test.each([
  ['2026-11-21', true],
  ['2026-02-30', false],
  ['21.11.2026', false],
])('calendar date %s: %s', (value, accepted) => {
  expect(calendarDate.safeParse(value).success).toBe(accepted);
});

test.each([
  ['ra@sawtooth.example', true],
  ['not an address', false],
  ['a@b@c', false],
  [`${'x'.repeat(250)}@sawtooth.example`, false],
])('email %s: %s', (value, accepted) => {
  expect(email.safeParse(value).success).toBe(accepted);
});

test.each([
  ['reports/payroll', 'reports/payroll/'],
  ['', ''],
  ['reports/../payroll/', undefined],
  ['reports/pay\nroll/', undefined],
  ['reports/\u202efdp.exe/', undefined],
])('folders %j', (value, kept) => {
  expect(folders.safeParse(value).data).toBe(kept);
});
