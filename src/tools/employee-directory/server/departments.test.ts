import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { migrate } from '../../../platform/server/db/migrate.ts';
import { csvAlone } from '../../../platform/server/directory/merge.ts';
import type { DirectoryRecord } from '../../../platform/server/directory/record.ts';
import { takeReading } from '../../../platform/server/directory/runs.ts';
import { personRecord } from '../../../platform/server/testing/directory-record.ts';
import { openPlainDatabase } from '../../../platform/server/testing/test-database.ts';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../../../platform/server/testing/test-server.ts';
import { listDepartments } from '../contract.ts';
import { employeeDirectoryServer } from './index.ts';
import { selectFound } from './queries.ts';

let server: TestServer;
const college: DirectoryRecord[] = [
  personRecord({ key: '1', givenName: 'Zoë', familyName: 'Adler', department: 'Registrar', phone: '5101' }),
  personRecord({
    key: '2',
    givenName: 'Ada',
    familyName: 'Zimmer',
    department: 'Registrar',
    fax: '208-555-0110',
  }),
  personRecord({
    key: '3',
    givenName: 'Bo',
    familyName: 'Brand',
    department: 'Admissions',
    departmentCode: 'ADM',
    title: 'Wrangler',
    email: 'quokka@sawtooth.example',
  }),
  personRecord({
    key: '4',
    givenName: 'Stellan',
    familyName: 'Marbury',
    department: 'Registrar',
    email: 'staff@sawtooth.example',
    confidential: true,
  }),
  personRecord({ key: '5', givenName: 'Suna', familyName: 'Lind', kind: 'student', department: 'Registrar' }),
  personRecord({ key: '6', givenName: 'Una', familyName: 'Placed', department: '' }),
];

async function importTo({ quad }: TestServer, records: DirectoryRecord[]): Promise<void> {
  const change = quad.platform.change.changeAsSystem('test');
  await change((unit) => {
    unit.demand(byPermission);
    const reading = { origin: 'upload', records, by: 'Test', sourceHash: null, waits: 'never' } as const;
    return takeReading(unit, reading, { emailTrusted: ['demo'], precedence: csvAlone });
  });
}

beforeAll(async () => {
  server = await createTestServer({ tools: [employeeDirectoryServer] });
  await importTo(server, college);
});
afterAll(() => server.stop());

const namesFor = async (person: string) => {
  const { body } = await (await server.signIn(person)).send(listDepartments);
  return body.data.map(({ name, employees }) => [name, employees.map(({ lastName }) => lastName)]);
};

test('anyone who is signed in sees employees by department and name, and no student', async () => {
  expect(await namesFor('volunteer')).toEqual([
    ['Admissions', ['Brand']],
    ['Other', ['Placed']],
    ['Registrar', ['Adler', 'Zimmer']],
  ]);
  expect((await server.visitor.send(listDepartments)).status).toBe(401);
});

test('people are in the order of their names even if the database only sorts by bytes', async () => {
  const database = await openPlainDatabase();
  await migrate(database.database, path.resolve('migrations'));
  const plain = await startTestServer({ tools: [employeeDirectoryServer], database });
  const lastNames = ['Zimmer', 'de la Cruz', 'Åberg', 'Brand'];
  await importTo(
    plain,
    lastNames.map((familyName) => personRecord({ key: familyName, familyName, department: 'Registrar' })),
  );
  const { body } = await (await plain.signIn('student')).send(listDepartments);
  expect(body.data.map(({ employees }) => employees.map(({ lastName }) => lastName))).toEqual([
    ['Åberg', 'Brand', 'de la Cruz', 'Zimmer'],
  ]);
});

test('a response has the fields of the specification and no others', async () => {
  const { text, body } = await (await server.signIn('student')).send(listDepartments);
  expect(body.data.at(-1)).toEqual({
    name: 'Registrar',
    code: '',
    employees: [
      { firstName: 'Zoë', lastName: 'Adler', title: '', email: '', ext: '5101', fax: '', box_number: '' },
      {
        firstName: 'Ada',
        lastName: 'Zimmer',
        title: '',
        email: '',
        ext: '',
        fax: '208-555-0110',
        box_number: '',
      },
    ],
  });
  expect(text).not.toMatch(/key|confidential|account|group|kind/i);
});

test('someone confidential is seen by themselves, and by no one without the permission', async () => {
  const registrar = async (person: string) => (await namesFor(person)).at(-1);
  expect(await registrar('faculty')).toEqual(['Registrar', ['Adler', 'Zimmer']]);
  expect(await registrar('staff')).toEqual(['Registrar', ['Adler', 'Marbury', 'Zimmer']]);
  expect(await registrar('faculty')).toEqual(['Registrar', ['Adler', 'Zimmer']]);
});

test('the search finds no one by an email address or a title that the college hides', async () => {
  const found = async (text: string, shows: Parameters<typeof selectFound>[2]) => {
    const viewer = { kind: 'system', name: 'test' } as const;
    const rows = await selectFound(server.quad.platform.reader, viewer, shows, { text, limit: 10 });
    return rows.map(({ lastName }) => lastName);
  };
  for (const text of ['quokka', 'wrangler', 'qu', 'bo wrangler']) {
    expect(await found(text, new Set(['email', 'title']))).toEqual(['Brand']);
    expect(await found(text, new Set())).toEqual([]);
  }
  expect(await found('wrangler', new Set(['title']))).toEqual(['Brand']);
  expect(await found('quokka', new Set(['title']))).toEqual([]);
  expect(await found('bo brand admissions', new Set())).toEqual(['Brand']);
  expect(await found('zo', new Set())).toEqual(['Adler']);
});
