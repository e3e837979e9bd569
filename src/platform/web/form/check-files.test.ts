import { expect, test } from 'vitest';
import { checkFiles } from './check-files.ts';

const csv = {
  handling: 'parsed',
  endings: ['.csv'],
  maxBytes: 2 * 1024 * 1024,
  maxFiles: 1,
  required: true,
} as const;
const fault = (files: readonly File[], change: object = {}) =>
  checkFiles({ file: { ...csv, ...change } }, { file: files }).file;

test('a file that the call takes passes, with its ending in any case', () => {
  expect(fault([new File(['a,b'], 'Links.CSV')])).toBeUndefined();
});

test('a required file must be chosen, an optional one need not be', () => {
  expect(fault([])).toBe('Choose a file.');
  expect(fault([], { required: false })).toBeUndefined();
});

test('what is wrong with a file is named: its ending, its size, how many', () => {
  expect(fault([new File(['x'], 'photo.png')])).toBe(
    "photo.png can't be used here. Choose a file that ends in .csv.",
  );
  expect(fault([new File(['x'], 'a.png')], { endings: ['.csv', '.txt'] })).toContain('.csv or .txt');
  expect(fault([new File([], 'links.csv')])).toBe('links.csv is empty.');
  expect(fault([new File([new Uint8Array(csv.maxBytes + 1)], 'links.csv')])).toBe(
    'links.csv is larger than 2 MB.',
  );
  expect(fault([new File(['x'], 'a.csv'), new File(['x'], 'b.csv')])).toBe('Choose at most 1 file.');
});
