import { expect, test } from 'vitest';
import { birthdateOf } from './birthdate.ts';

test.each([
  ['3/9/2005', '3/9/2005'],
  [' 03/09/2005 ', '3/9/2005'],
  ['10/30/2005', '10/30/2005'],
  // The way a browser fills in `bday`, according to the HTML standard.
  ['2005-03-09', '3/9/2005'],
  ['2005-12-10', '12/10/2005'],
  // Which of them is the month, only the person knows.
  ['9.3.2005', '9.3.2005'],
])('the birthdate %j goes out as %j', (typed, sent) => {
  expect(birthdateOf(typed)).toBe(sent);
});
