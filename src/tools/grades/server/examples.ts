import { sql } from 'kysely';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { makeDemoAccounts } from '../../../platform/server/sign-in/demo/demo-accounts.ts';
import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { listGradeFiles } from '../contract.ts';
import { grades } from '../tool.ts';
import type { ReadSection } from './read-grades.ts';
import { saveUpload } from './upload.ts';

const { files, upload } = grades.screens;

export const examples: ToolExamples = {
  exports: {
    exportGrades: {
      addRow: async ({ platform }, text, index) => {
        // The newest row first, as in lists.
        const label = `MAT-${900 - index}`;
        await saveExample(platform, 2001, { label, rows: [exampleRow(text.trim(), index)] });
      },
      column: 'student_name',
      params: async ({ platform }) => ({ id: await saveExample(platform, 2001, null) }),
    },
  },
  files: {
    previewGrades: {
      file: {
        fileName: 'grades.csv',
        content:
          'term,year,section,quiz,student_name,student_id,original\nFall,2003,MAT-101,Quiz 1,Example Student,900001,60',
      },
    },
  },
  subjects: {
    // The preview is about one's own file.
    async previewGrades({ platform }) {
      await saveExample(platform, 2003, oneStudent, 'it');
      return {};
    },
    readGrades: async ({ platform }) => ({
      id: await saveExample(platform, 2002, oneStudent),
      section: oneStudent.label,
    }),
    exportGrades: async ({ platform }) => ({ id: await saveExample(platform, 2002, oneStudent) }),
  },
  lists: { listGradeFiles: { unpaged: true } },
  // IT looks at the files of others.
  namesOthers: { listGradeFiles: ['email'] },
  async known({ send }) {
    const { data } = await send('it', listGradeFiles);
    const labels = data.flatMap(({ sections }) => sections.map(({ label }) => label));
    return { id: data.map(({ id }) => id), section: [...new Set(labels)] };
  },
  states: [
    { name: 'none yet', path: files.path, person: 'fgd' },
    { name: 'of everyone', path: files.path, person: 'it' },
    {
      name: 'no file chosen',
      path: upload.path,
      person: 'faculty',
      steps: [{ press: 'Show what would change' }],
    },
  ],
};

const exampleRow = (student: string, index: number) => ({
  quiz: 'Quiz 1',
  student,
  studentId: `90000${index}`,
  email: '',
  points: 100,
  original: 50,
  retakes: [75],
});
const oneStudent = { label: 'MAT-101', rows: [exampleRow('Example Student', 1)] };

/** Adds a section to a file of a demo person; with `null` only finds the file. */
async function saveExample(
  platform: Platform,
  year: number,
  section: ReadSection | null,
  person = 'faculty',
): Promise<string> {
  const change = platform.change.changeAsSystem('examples');
  return change(async (unit) => {
    unit.demand(byPermission);
    await makeDemoAccounts(unit.transaction, sql`groups && '{Domain-Faculty,Domain-IT}'`);
    const owner = await unit.transaction
      .selectFrom('people')
      .select(['id', 'name'])
      .where('email', '=', `${person}@sawtooth.example`)
      .executeTakeFirstOrThrow();
    return saveUpload(unit, owner, { term: 'Fall', year, sections: section === null ? [] : [section] });
  });
}
