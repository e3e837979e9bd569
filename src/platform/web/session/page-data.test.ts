import { expect, test } from 'vitest';
import { readPageData } from './page-data.ts';

test('the data block holds campus and account', () => {
  const data = readPageData('{"campus":{"product":"Quad","timeZone":"America/Denver"},"account":null}');
  expect(data.campus.timeZone).toBe('America/Denver');
  expect(data.account).toBeNull();
});

test.each([null, undefined, '', '__DATA__', '{}', '[]'])(
  '%j instead of a data block reads as signed out',
  (text) => {
    const data = readPageData(text);
    expect(data.account).toBeNull();
    expect(data.campus.product).toBe('Quad');
    expect(data.campus.timeZone).toBe('America/Boise');
  },
);
