import { expect, test } from 'vitest';
import { presentEmployee } from './present.ts';
import { maintainerOf } from './services.ts';

test('what the college does not show is empty, in the list as on a page', () => {
  const employee = {
    firstName: 'Zoë',
    lastName: 'Adler',
    title: 'Registrar',
    email: 'zoe@sawtooth.example',
    ext: '5101',
    fax: '208-555-0110',
    box_number: '9',
  };
  expect(presentEmployee(employee, new Set(['title', 'fax']))).toEqual({
    ...employee,
    email: '',
    ext: '',
    box_number: '',
  });
});

test('corrections go to the maintainer of the department, by name or code, else to support', () => {
  const maintainers = new Map([
    ['registrar', 'registrar@sawtooth.example'],
    ['ath', 'coach@sawtooth.example'],
  ]);
  const to = (department: string, code = '', support: string | null = null) =>
    maintainerOf({ maintainers, support }, { department, code });
  expect(to('Registrar')).toBe('registrar@sawtooth.example');
  expect(to('Athletics', 'ATH')).toBe('coach@sawtooth.example');
  expect([to('Library', 'LIB', 'help@sawtooth.example'), to('Library')]).toEqual([
    'help@sawtooth.example',
    null,
  ]);
});
