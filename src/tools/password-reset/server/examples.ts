import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { passwordReset } from '../tool.ts';
import { apply } from './facts/operations.ts';
import { planImport } from './facts/plan-import.ts';
import { selectAllFacts } from './facts/queries.ts';

const { facts } = passwordReset.screens;

export const examples: ToolExamples = {
  bodies: {
    attemptReset: {
      principalEmail: 'student@sawtooth.example',
      id: '800201',
      birthdate: '3/9/2005',
      last4ssn: '5142',
      personalPhoneNumber: '208-555-0108',
    },
  },
  // No one is signed in: the name is what is claimed.
  namesOthers: { attemptReset: ['principalEmail'] },
  async fill({ platform }) {
    const change = platform.change.changeAs({
      actor: { kind: 'system', name: 'examples' },
      clientAddress: null,
      requestId: null,
    });
    for (let count = 0; count < 12; count += 1) {
      await change(async (unit) => {
        unit.demand(byPermission);
        const known = await selectAllFacts(unit.transaction);
        const same = {
          summary: (await planImport(platform.secrets, known, [])).summary,
          save: [],
          remove: [],
        };
        await apply(unit, platform, same, `Examples ${count}`);
      });
    }
  },
  states: [{ name: 'import', path: facts.path, person: 'it', steps: [{ press: 'Import CSV' }] }],
};
