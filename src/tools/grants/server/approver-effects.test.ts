import { expect, onTestFinished, test } from 'vitest';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { listApprovers, readApproverEffects } from '../contract.ts';
import { grants } from '../tool.ts';
import { apply, approve, createTestCommittee } from './testing/committee.ts';

test('removing an approver tells neither someone outside the committee nor the applicant how they voted', async () => {
  const campus = copyCampus(Object.keys(grants.permissions));
  campus.grant('grants.manage', 'sgrpVolunteers');
  const own = await createTestCommittee({ campusFolder: campus.folder });
  onTestFinished(async () => {
    await own.server.stop();
    campus.remove();
  });
  const application = await apply(own.faculty);
  await apply(own.it);
  await approve(own.voters[0], application);
  const effectsFor = async (client: TestClient) => {
    const [seat] = (await own.it.send(listApprovers)).body.data;
    const { body } = await client.send(readApproverEffects, { params: { id: seat?._id ?? '' } });
    return [body.total, body.data.map(({ applicant, becomes }) => [applicant, becomes])];
  };
  expect(await effectsFor(await own.server.signIn('volunteer'))).toEqual([2, []]);
  expect(await effectsFor(own.it)).toEqual([2, [['Felix Carraway', 'loses-the-vote']]]);
});
