import { describe, expect, test } from 'vitest';
import { queryOf, readListAddress, withFilters, writeListAddress } from './list-address.ts';

const fields = { pageSize: 20, filters: ['search', 'building'] as const };

describe('the address of a list', () => {
  test("without a page means the first one, with the list's page size", () => {
    expect(readListAddress('', fields)).toEqual({
      page: 1,
      pageSize: 20,
      filters: { search: '', building: '' },
    });
    expect(readListAddress('', { pageSize: 10, filters: [] })).toEqual({
      page: 1,
      pageSize: 10,
      filters: {},
    });
  });

  test.each([
    ['page=3&pageSize=50', 3, 50],
    ['page=abc&pageSize=xyz', 1, 20],
    ['page=0', 1, 20],
    ['page=-4', 1, 20],
    ['page=1.5', 1, 20],
    ['page=2&page=9', 2, 20],
    ['pageSize=5000', 1, 100],
    ['pageSize=0', 1, 20],
    ['page=&pageSize=', 1, 20],
  ])('%j reads as page %i of size %i', (search, page, pageSize) => {
    expect(readListAddress(search, fields)).toMatchObject({ page, pageSize });
  });

  test('gives no filter a value that it does not accept', () => {
    const withChoices = { ...fields, choices: { building: ['Anderson'] } };
    expect(readListAddress('building=Nowhere&search=x', withChoices).filters).toEqual({
      search: 'x',
      building: '',
    });
    expect(readListAddress('building=Anderson', withChoices).filters.building).toBe('Anderson');
  });

  test('gives trimmed filters, and only those that the list declares', () => {
    expect(readListAddress('search=%20maps%20&other=1', fields).filters).toEqual({
      search: 'maps',
      building: '',
    });
  });

  test('is written without defaults and empty filters, and keeps what is not its own', () => {
    const address = readListAddress('tab=all&building=', fields);
    expect(writeListAddress('tab=all&building=', address)).toBe('tab=all&page=1&pageSize=20');
  });

  test('reads back what was written, with any characters', () => {
    const address = {
      page: 2,
      pageSize: 20,
      filters: { search: '100% & "über" +1', building: 'Sawtooth-Owyhee' },
    };
    expect(readListAddress(writeListAddress('', address), fields)).toEqual(address);
  });

  test('starts at page 1 again when a filter changes', () => {
    const address = readListAddress('page=7&search=a&building=Finney', fields);
    expect(withFilters(address, { search: 'b' })).toEqual({
      page: 1,
      pageSize: 20,
      filters: { search: 'b', building: 'Finney' },
    });
  });

  test('asks for the page and the filters that are set', () => {
    expect(queryOf(readListAddress('page=2&search=a', fields))).toEqual({
      page: 2,
      pageSize: 20,
      search: 'a',
    });
  });
});
