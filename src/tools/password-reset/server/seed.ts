import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';
import { addDemoAttempts } from './demo-attempts.ts';
import { demoFacts } from './demo-facts.ts';
import { apply } from './facts/operations.ts';
import { planImport } from './facts/plan-import.ts';
import { findLastImport, selectAllFacts } from './facts/queries.ts';

export const passwordResetSeed: Seed = {
  what: 'what each demo person has to know to reset their password, and some attempts',
  demoCount: demoFacts().length,
  async isFilled({ reader }) {
    return (await findLastImport(reader)) !== undefined;
  },
  async run({ platform, count }) {
    const change = platform.change.changeAsSystem('demo data');
    const plan = await planImport(
      platform.secrets,
      await selectAllFacts(platform.reader),
      demoFacts().slice(0, count),
    );
    await change(async (unit) => {
      unit.demand(byPermission);
      await apply(unit, platform, plan, 'Demo data');
    });
    await addDemoAttempts(platform);
  },
};
