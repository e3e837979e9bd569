import { expect, test } from 'vitest';
import type { Department } from '../contract.ts';
import { filterDepartments } from './filter.ts';

const employee = (firstName: string, lastName: string) => ({
  firstName,
  lastName,
  title: '',
  email: '',
  ext: '',
  fax: '',
  box_number: '',
});
const departments: Department[] = [
  { name: 'Admissions', code: '', employees: [employee('Zoë', 'Lindqvist'), employee('Ada', 'Müller')] },
  { name: 'Registrar', code: '', employees: [employee('Zoe', 'Adler')] },
  { name: 'Theater', code: '', employees: [employee('Søren', 'Groß'), employee('Síle', 'O’Brien')] },
];
const found = (name: string, department = '') =>
  filterDepartments(departments, { name, department }).map((one) => [
    one.name,
    one.employees.map(({ lastName }) => lastName),
  ]);

test.each([
  [
    '',
    [
      ['Admissions', ['Lindqvist', 'Müller']],
      ['Registrar', ['Adler']],
      ['Theater', ['Groß', 'O’Brien']],
    ],
  ],
  [
    'zoe',
    [
      ['Admissions', ['Lindqvist']],
      ['Registrar', ['Adler']],
    ],
  ],
  [
    'ZOË',
    [
      ['Admissions', ['Lindqvist']],
      ['Registrar', ['Adler']],
    ],
  ],
  ['lind zoe', [['Admissions', ['Lindqvist']]]],
  ['Lindqvist, Zoë', [['Admissions', ['Lindqvist']]]],
  ['muller', [['Admissions', ['Müller']]]],
  ['soren gross', [['Theater', ['Groß']]]],
  ['Søren', [['Theater', ['Groß']]]],
  ["o'brien", [['Theater', ['O’Brien']]]],
  ['o’brien', [['Theater', ['O’Brien']]]],
  ['nobody', []],
])('"%s" finds everyone who has its words, and hides departments without one', (name, expected) => {
  expect(found(name)).toEqual(expected);
});

test('one department is shown alone', () => {
  expect(found('', 'Registrar')).toEqual([['Registrar', ['Adler']]]);
  expect(found('muller', 'Registrar')).toEqual([]);
});
