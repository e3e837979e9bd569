import { expect, test } from 'vitest';
import { newLink } from '../contract.ts';
import { expirationOf, expiryOf } from './expiry.ts';

const zone = 'America/Boise';
const link = { shortUrl: 'a', longUrl: 'https://example.edu/' };

test('never is sent as null, whatever date was typed before', () => {
  expect(expirationOf({ expires: 'never', expirationDate: '2027-01-01T10:00' }, zone)).toBeNull();
});

test('a date and time on the college clock is sent as an instant that the contract accepts', () => {
  const expirationDate = expirationOf({ expires: 'on', expirationDate: '2027-01-01T10:00' }, zone);
  expect(expirationDate).toBe('2027-01-01T17:00:00.000Z');
  expect(newLink.safeParse({ ...link, expirationDate }).success).toBe(true);
});

test('a date that is missing or half-typed is refused, never mistaken for "never"', () => {
  const expirationDate = expirationOf({ expires: 'on', expirationDate: '' }, zone);
  const answer = newLink.safeParse({ ...link, expirationDate });
  expect(answer.error?.issues.map(({ path, message }) => [path.join('.'), message])).toContainEqual([
    'expirationDate',
    'Enter a date and time.',
  ]);
});

test("editing starts with the link's current end", () => {
  expect(expiryOf({ expirationDate: null }, zone)).toEqual({ expires: 'never', expirationDate: '' });
  expect(expiryOf(null, zone).expires).toBe('never');
  expect(expiryOf({ expirationDate: '2027-01-01T17:00:05Z' }, zone)).toEqual({
    expires: 'on',
    expirationDate: '2027-01-01T10:00:05',
  });
});

test.each(['2026-11-01T08:30:00.000Z', '2026-11-21T08:00:00.250Z'])(
  'the end of a link stays as it was unless someone changes it: %s',
  (expirationDate) => {
    const link = { expirationDate };
    expect(expirationOf(expiryOf(link, 'America/Boise'), 'America/Boise', link)).toBe(expirationDate);
  },
);
