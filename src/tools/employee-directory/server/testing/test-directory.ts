import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { declaredPermissions } from '../../../../platform/server/assembly/read-settings.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import { csvAlone } from '../../../../platform/server/directory/merge.ts';
import { takeReading } from '../../../../platform/server/directory/runs.ts';
import { personRecord } from '../../../../platform/server/testing/directory-record.ts';
import { copyCampus } from '../../../../platform/server/testing/test-campus.ts';
import { createTestServer } from '../../../../platform/server/testing/test-server.ts';
import { readEmployeePage } from '../../contract.ts';
import { employeeDirectoryServer } from '../index.ts';

/** Those of the tool `directory`. */
const directoryPermissions = {
  'directory.manage': 'Keep the directory.',
  'directory.choose-people': 'Find people by name.',
};
const person = (account: string, more: object = {}) =>
  personRecord({ key: `E-${account}`, familyName: account, email: `${account}@sawtooth.example`, ...more });

export type TestDirectory = Awaited<ReturnType<typeof createTestDirectory>>;

/** A server with four people in the directory, three of whom are signed in. Its emails are in `folder`. */
export async function createTestDirectory() {
  const folder = mkdtempSync(path.join(tmpdir(), 'quad-employees-'));
  const campus = copyCampus(
    declaredPermissions({ tools: [employeeDirectoryServer], placePermissions: directoryPermissions }),
  );
  for (const group of ['Domain-Faculty', 'Domain-Student']) campus.grant('directory.choose-people', group);
  const server = await createTestServer({
    tools: [employeeDirectoryServer],
    placePermissions: directoryPermissions,
    campusFolder: campus.folder,
    variables: { QUAD_DATA: folder },
  });
  const [staff, faculty, student] = await Promise.all([
    server.signIn('staff'),
    server.signIn('faculty'),
    server.signIn('student'),
  ]);
  const change = server.quad.platform.change.changeAsSystem('test');
  await change((unit) => {
    unit.demand(byPermission);
    const records = [
      person('staff', { title: 'Registrar', phone: '5101' }),
      person('faculty', { department: 'Mathematics' }),
      person('student', { kind: 'student' }),
      person('reslife', { confidential: true }),
    ];
    const reading = { origin: 'upload', records, by: 'Test', sourceHash: null, waits: 'never' } as const;
    return takeReading(unit, reading, { emailTrusted: ['demo'], precedence: csvAlone });
  });
  return {
    server,
    folder,
    staff,
    faculty,
    student,
    own: async (who = staff) => (await who.send(readEmployeePage, { params: { id: 'me' } })).body.data,
    async stop() {
      await server.stop();
      campus.remove();
      rmSync(folder, { recursive: true });
    },
  };
}
