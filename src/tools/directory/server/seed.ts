import { byPermission } from '../../../platform/server/change/verdict.ts';
import { csvAlone } from '../../../platform/server/directory/merge.ts';
import { takeReading } from '../../../platform/server/directory/runs.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';
import { demoCollege } from './demo-college.ts';
import { readFigures } from './queries.ts';

const employees = 240;
const students = 1_800;

export const directorySeed: Seed = {
  what: 'people of the directory: 240 employees in 22 departments, and students',
  demoCount: employees + students,
  async isFilled({ reader }) {
    const figures = await readFigures(reader);
    return figures.employees + figures.students > 0;
  },
  async run({ platform, count }) {
    const change = platform.change.changeAsSystem('demo data');
    await change(async (unit) => {
      unit.demand(byPermission);
      const reading = { origin: 'upload', by: 'Demo data', sourceHash: null, waits: 'never' } as const;
      await takeReading(
        unit,
        { ...reading, records: demoCollege(count) },
        {
          emailTrusted: platform.emailTrusted,
          precedence: csvAlone,
        },
      );
    });
  },
};
