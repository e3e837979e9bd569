import { describe, expect, test } from 'vitest';
import { calendarDate, email, instant, text } from './fields.ts';

describe('text from people', () => {
  test('is trimmed and brought to NFC', () => {
    expect(text().parse('  cafe\u0301 ')).toBe('caf\u00e9');
  });
  test.each(['a\0b', '\ud800', 'x\udc00'])('is refused when it cannot be stored: %j', (value) => {
    expect(text().safeParse(value).success).toBe(false);
  });
  test('keeps emoji that are joined of several', () => {
    expect(text().parse('👩‍👩‍👧')).toBe('👩‍👩‍👧');
  });
  test.each(['', '  ', '\u200b', ' \u2060\u00ad\ufeff '])(
    'that has to be there has something to see: %j',
    (value) => {
      const result = text({ min: 1, required: 'Please say what was done.' }).safeParse(value);
      expect(result.error?.issues[0]?.message).toBe('Please say what was done.');
      expect(text().safeParse(value).success).toBe(true);
    },
  );
  test('has a limit that is said in the message', () => {
    const result = text({ max: 5_000 }).safeParse('x'.repeat(5_001));
    expect(result.error?.issues[0]?.message).toBe('Please use at most 5,000 characters.');
  });
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
])('e-mail %s: %s', (value, accepted) => {
  expect(email.safeParse(value).success).toBe(accepted);
});
