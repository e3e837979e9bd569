import { expect, test } from 'vitest';
import { writeVCard } from './v-card.ts';

const employee = {
  firstName: 'Zoë',
  lastName: 'Adler',
  title: '',
  email: '',
  ext: '',
  fax: '',
  box_number: '9',
};

test('a card has what is known, one line each', () => {
  const known = { ...employee, title: 'Registrar', email: 'zoe@sawtooth.example', ext: '5101' };
  expect(writeVCard(known, 'Registrar')).toBe(
    'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Zoë Adler\r\nN:Adler;Zoë;;;\r\nTITLE:Registrar\r\nORG:;Registrar\r\nEMAIL:zoe@sawtooth.example\r\nTEL;TYPE=work:5101\r\nEND:VCARD\r\n',
  );
});

test('a name that looks like a line of the card stays a name', () => {
  const odd = { ...employee, lastName: 'Adler;X\nEMAIL:evil@example.com, \\' };
  const lines = writeVCard(odd, '').split('\r\n');
  expect(lines).toContain('N:Adler\\;X\\nEMAIL:evil@example.com\\, \\\\;Zoë;;;');
  expect(lines.filter((line) => line.startsWith('EMAIL'))).toEqual([]);
});
