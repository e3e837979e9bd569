import type { Employee } from '../contract.ts';

/** A person as address books read one: vCard 4.0 (RFC 6350). */
export function writeVCard(employee: Employee, department: string): string {
  const { firstName, lastName, title, email, ext, fax } = employee;
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${escaped(`${firstName} ${lastName}`.trim())}`,
    `N:${escaped(lastName)};${escaped(firstName)};;;`,
    ...(title === '' ? [] : [`TITLE:${escaped(title)}`]),
    ...(department === '' ? [] : [`ORG:;${escaped(department)}`]),
    ...(email === '' ? [] : [`EMAIL:${escaped(email)}`]),
    ...(ext === '' ? [] : [`TEL;TYPE=work:${escaped(ext)}`]),
    ...(fax === '' ? [] : [`TEL;TYPE=fax:${escaped(fax)}`]),
    'END:VCARD',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** RFC 6350, 3.4: what would end a value or start another line. */
function escaped(text: string): string {
  return text.replace(/[\\,;]/g, '\\$&').replace(/[\r\n]+/g, '\\n');
}
