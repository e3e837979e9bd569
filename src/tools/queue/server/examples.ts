import { z } from 'zod';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { ToolExamples } from '../../../platform/server/tool/examples.ts';

/** A job of the platform; these wait for the whole test. */
const job = { name: 'platform.retain-audit', data: z.object({}) };

export const examples: ToolExamples = {
  async fill({ platform }) {
    await platform.change.changeAsSystem('test')(async (unit) => {
      unit.demand(byPermission);
      unit.record({ action: 'job.enqueue', subject: { type: 'job', id: 'all', columns: {} } });
      for (let number = 0; number < 12; number += 1) {
        await unit.enqueue(job, {}, { startAfterSeconds: 3_600 });
      }
    });
  },
  // Jobs of other tools start and end on their own.
  lists: { listJobs: { among: { name: job.name, state: 'waiting' } } },
};
