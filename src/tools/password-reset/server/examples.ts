import { v7 as uuid } from 'uuid';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { addExclusion } from '../contract.ts';
import { passwordReset } from '../tool.ts';
import { recordAttempt } from './attempt/record.ts';
import { insertDeskReset } from './desk/queries.ts';
import { apply } from './facts/operations.ts';
import { planImport } from './facts/plan-import.ts';
import { selectAllFacts } from './facts/queries.ts';

const { desk, facts, exclusions, form } = passwordReset.screens;

export const examples: ToolExamples = {
  bodies: {
    attemptReset: {
      principalEmail: 'student@sawtooth.example',
      id: '800201',
      birthdate: '3/9/2005',
      last4ssn: '5142',
      personalPhoneNumber: '208-555-0108',
    },
    addExclusion: {
      principalEmail: 'fgd@sawtooth.example',
      expiresAt: '2099-01-01T00:00:00Z',
      reason: 'Example',
    },
    checkEligibility: { principalEmail: 'student@sawtooth.example' },
    startDeskReset: { principalEmail: 'student@sawtooth.example', idKind: 'passport' },
    unlockAccount: { principalEmail: 'student@sawtooth.example' },
  },
  // No one is signed in: the name is only claimed.
  // IT acts on accounts, never on its own.
  namesOthers: {
    attemptReset: ['principalEmail'],
    addExclusion: ['principalEmail'],
    checkEligibility: ['principalEmail'],
    startDeskReset: ['principalEmail'],
    unlockAccount: ['principalEmail'],
    listAttempts: ['PrincipalEmail'],
  },
  lists: { listExclusions: { pageSize: 20 } },
  subjects: {
    readAttemptPayload: async ({ platform }) => ({
      id: await recordExample(platform, 'student@sawtooth.example'),
    }),
  },
  async fill({ platform, send }) {
    for (let count = 0; count < 24; count += 1) {
      const principalEmail = `example${count}@sawtooth.example`;
      await send('it', addExclusion, { body: { principalEmail, expiresAt: '2099-01-01T00:00:00Z' } });
      await recordExample(platform, principalEmail);
    }
    const change = platform.change.changeAsSystem('examples');
    for (let count = 0; count < 12; count += 1) {
      await change(async (unit) => {
        unit.demand(byPermission);
        const principal_email = `example${count}@sawtooth.example`;
        const started = { started_by_id: uuid(), started_by: 'Example' };
        await insertDeskReset(unit.transaction, {
          ...{ id: uuid(), principal_email, name: `Example ${count}`, id_kind: 'passport' },
          ...started,
        });
        const subject = { type: 'desk-reset', id: principal_email, columns: {} };
        unit.record({ action: 'desk-reset.start', subject });
      });
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
  states: [
    { name: 'import', path: facts.path, person: 'it', steps: [{ press: 'Import CSV' }] },
    { name: 'vouch for someone', path: desk.path, person: 'it', steps: [{ press: 'Vouch for someone' }] },
    { name: 'add an exclusion', path: exclusions.path, person: 'it', steps: [{ press: 'Add Exclusion' }] },
    { name: 'signed out', path: form.path, person: null },
  ],
};

/** As if the form had sent it: an example must not wait for a captcha. */
function recordExample({ secrets, change }: Platform, email: string): Promise<string> {
  const actor = { kind: 'nobody' } as const;
  const context = {
    change: change.changeAs({ actor, clientAddress: '203.0.113.7', requestId: null }),
    clientAddress: '203.0.113.7',
    userAgent: 'Example browser',
    header: () => undefined,
  };
  return recordAttempt({ secrets }, context, email, {
    principalEmail: email,
    id: '800201',
    birthdate: '3/9/2005',
    personalPhoneNumber: '208-555-0108',
  });
}
