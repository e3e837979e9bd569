import { byPermission } from '../../../platform/server/change/verdict.ts';
import { csvAlone } from '../../../platform/server/directory/merge.ts';
import { takeReading } from '../../../platform/server/directory/runs.ts';
import { filtersOf, type ToolExamples } from '../../../platform/server/tool/examples.ts';
import { directory } from '../tool.ts';
import { demoCollege } from './demo-college.ts';

const applying = { emailTrusted: [], precedence: csvAlone };

export const examples: ToolExamples = {
  found: {
    'directory.students': ({ link }) => ({ query: { page: '1', ...filtersOf(link) } }),
  },
  lists: { listStudents: { pageSize: 20 } },
  async fill({ platform }) {
    const change = platform.change.changeAsSystem('examples');
    const read = (count: number, waits: 'always' | 'never') =>
      change((unit) => {
        unit.demand(byPermission);
        const records = demoCollege(count);
        return takeReading(
          unit,
          { origin: 'upload', records, by: 'Examples', sourceHash: null, waits },
          applying,
        );
      });
    // More than all employees, so that there are students; the others are waiting to be looked at.
    await read(280, 'never');
    for (let count = 0; count < 12; count += 1) await read(40 + count, 'always');
  },
  states: [
    {
      name: 'upload',
      path: directory.screens.runs.path,
      person: 'it',
      steps: [{ press: 'Import CSV' }],
    },
    {
      name: 'upload without a file',
      path: directory.screens.runs.path,
      person: 'it',
      steps: [{ press: 'Import CSV' }, { press: 'Show what would change' }],
    },
  ],
  subjects: {
    readRunChanges: async ({ platform }) => {
      const run = await platform.reader
        .selectFrom('directory_runs')
        .select('id')
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      if (run !== undefined) return { id: run.id };
      const change = platform.change.changeAsSystem('examples');
      const made = await change((unit) => {
        unit.demand(byPermission);
        const reading = { origin: 'upload', by: 'Examples', sourceHash: null, waits: 'always' } as const;
        return takeReading(unit, { ...reading, records: demoCollege(40) }, applying);
      });
      return { id: made.id };
    },
  },
};
