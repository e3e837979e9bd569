import { expect } from 'vitest';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import * as calls from '../../contract.ts';

export const header = 'key,givenName,familyName,kind,email,department,groups,confidential\n';
export const line = (key: number, groups = 'Domain-Staff') =>
  `E${key},Ada,Number${key},employee,e${key}@sawtooth.example,Registrar,${groups},no\n`;
/** Lines for this many students, the first of whom are listed as employees. */
export const students = (count: number, employees = 0) =>
  Array.from(
    { length: count },
    (_, index) => `S${index},Bo,Number${index},${index < employees ? 'employee' : 'student'},,,,no\n`,
  ).join('');
/** A file with this many people. */
export const college = (count: number, groups?: string) =>
  header + Array.from({ length: count }, (_, index) => line(index, groups)).join('');

/** What someone in IT does with a file on the page. */
export function uploadsBy(it: () => TestClient) {
  const upload = (content: string) =>
    it().send(calls.uploadDirectory, { files: { file: { fileName: 'people.csv', content } } });
  const confirm = ({ id, gone }: Pick<calls.Run, 'id' | 'gone'>) =>
    it().send(calls.confirmRun, { params: { id }, body: { gone } });
  const apply = async (content: string): Promise<void> => {
    const { status, body } = await upload(content);
    expect(status).toBe(201);
    expect((await confirm(body.data)).status).toBe(200);
  };
  return { upload, confirm, apply };
}
