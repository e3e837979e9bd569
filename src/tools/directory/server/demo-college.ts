import type { DirectoryRecord } from '../../../platform/server/directory/record.ts';
import { departments, familyNames, givenNames, known } from './demo-names.ts';

const mostEmployees = 240;
const domain = 'sawtooth.example';

/**
 * The made-up people of the demo college: the demo people first, so that they are joined when they sign in, then
 * employees, then students. The same number makes the same people. Phone numbers are extensions; fax numbers are from
 * the range reserved for fiction (555-0100 to 555-0199).
 */
export function demoCollege(count: number): DirectoryRecord[] {
  const others = Math.max(0, count - known.length);
  const employees = Math.max(0, Math.min(mostEmployees - known.filter(isEmployee).length, others));
  return [
    ...known.slice(0, count).map(toKnown),
    ...Array.from({ length: employees }, (_, index) => toEmployee(index)),
    ...Array.from({ length: others - employees }, (_, index) => toStudent(index)),
  ];
}

const isEmployee = ({ kind }: (typeof known)[number]) => kind === 'employee';

const nobody: DirectoryRecord = {
  key: '',
  accountName: '',
  email: '',
  givenName: '',
  familyName: '',
  title: '',
  department: '',
  departmentCode: '',
  phone: '',
  fax: '',
  mailbox: '',
  kind: 'employee',
  groups: [],
  confidential: false,
};

function toKnown(person: (typeof known)[number], index: number): DirectoryRecord {
  const { account, name, title, department, kind } = person;
  const [givenName = '', ...rest] = name.split(' ');
  const code = departments.find((one) => one.name === department)?.code ?? '';
  return {
    ...nobody,
    key: `${kind === 'employee' ? 'E' : 'S'}${1_001 + index}`,
    accountName: account,
    email: `${account}@${domain}`,
    givenName,
    familyName: rest.join(' '),
    title,
    department,
    departmentCode: code,
    phone: kind === 'employee' ? String(5_100 + index) : '',
    mailbox: kind === 'employee' ? String(10 + index) : '',
    kind,
    groups: kind === 'employee' ? ['Employees'] : ['Students'],
  };
}

/** Two lists whose lengths have no common divisor give every pair once. */
function nameAt(index: number): { givenName: string; familyName: string } {
  return {
    givenName: givenNames[index % givenNames.length] ?? '',
    familyName: familyNames[(index * 7) % familyNames.length] ?? '',
  };
}

function accountOf(
  { givenName, familyName }: { givenName: string; familyName: string },
  index: number,
): string {
  const plain = `${givenName}.${familyName}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase();
  return `${plain}${index}`;
}

function toEmployee(index: number): DirectoryRecord {
  const { name, code, titles } = departments[index % departments.length] ?? {
    name: '',
    code: '',
    titles: [],
  };
  const person = nameAt(index);
  const account = accountOf(person, index + 1);
  const round = Math.floor(index / departments.length);
  return {
    ...nobody,
    ...person,
    key: `E${2_001 + index}`,
    accountName: account,
    email: `${account}@${domain}`,
    title: titles[round % titles.length] ?? '',
    department: name,
    departmentCode: code,
    phone: String(6_000 + index),
    fax: round === 0 ? `208-555-01${String(10 + (index % 80)).padStart(2, '0')}` : '',
    mailbox: String(100 + index),
    groups: ['Employees', name],
    confidential: index % 97 === 96,
  };
}

function toStudent(index: number): DirectoryRecord {
  const person = nameAt(index + 1_000);
  const account = accountOf(person, index + 1);
  return {
    ...nobody,
    ...person,
    key: `S${20_001 + index}`,
    accountName: `s.${account}`,
    email: `s.${account}@${domain}`,
    kind: 'student',
    groups: ['Students'],
    confidential: index % 60 === 59,
  };
}
