import { expect, test } from 'vitest';
import { addressesIn, bareAddress } from './addresses-in.ts';

test.each([
  ['grace@college.edu', ['grace@college.edu']],
  ['Grace Hopper <grace@college.edu>', ['grace@college.edu']],
  ['"Hopper, Grace" <grace@college.edu>; Ada <ada@college.edu>\n', ['grace@college.edu', 'ada@college.edu']],
  ['grace@college.edu,ada@college.edu', ['grace@college.edu', 'ada@college.edu']],
  ['mailto:grace@college.edu', ['grace@college.edu']],
  ['\u202agrace@college.edu\u200b', ['grace@college.edu']],
  ["grace.o'hopper+1@college.edu", ["grace.o'hopper+1@college.edu"]],
  ['Grace Hopper', []],
  ['Hopper, Grace', []],
  ['@grace', []],
])('%j has the addresses %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

test.each([
  ['Grace Hopper <grace@college.edu>', 'grace@college.edu'],
  ['"Hopper, Grace" <grace@college.edu>; ', 'grace@college.edu'],
  ['grace@college.edu <grace@college.edu>', 'grace@college.edu'],
  ['<grace@college.edu>', 'grace@college.edu'],
  ['mailto:grace@college.edu', 'grace@college.edu'],
])('%j is the address %j', (text, address) => {
  expect(bareAddress(text)).toBe(address);
});

test.each([
  'grace@college.edu',
  'Grace Hopper',
  'grace hopper@college.edu',
  'Grace <grace@college.edu> and Ada <ada@college.edu>',
  'Grace <grace>',
  'ask grace@college.edu',
  'mailto:grace',
])('%j is left as it is', (text) => {
  expect(bareAddress(text)).toBe(text);
});
