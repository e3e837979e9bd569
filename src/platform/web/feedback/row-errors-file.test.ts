import { expect, test } from 'vitest';
import { filterRowErrors, rowErrorsFile } from './row-errors-file.ts';

const rows = [
  { row: 2, column: 'Amount', value: '=1+1', message: 'This is not an amount.' },
  { row: 12, column: 'Merchant', value: 'A, "B"', message: 'This is required.' },
];

test('mistakes are found by any of their words', () => {
  expect(filterRowErrors(rows, ' REQUIRED merchant ')).toEqual([rows[1]]);
  expect(filterRowErrors(rows, 'row 2')).toEqual([rows[0]]);
  expect(filterRowErrors(rows, '')).toEqual(rows);
});

test('the list is a CSV file in which nothing is a formula', () => {
  expect(rowErrorsFile(rows)).toBe(
    `\ufeffrow,column,value,what to fix\r\n2,Amount,'=1+1,This is not an amount.\r\n12,Merchant,"A, ""B""",This is required.\r\n`,
  );
});
