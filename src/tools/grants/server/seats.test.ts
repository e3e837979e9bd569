import { expect, onTestFinished, test } from 'vitest';
import { reassignAddress } from '../../../platform/server/testing/reassign-address.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import { addApprover, listApprovers } from '../contract.ts';
import { grants } from '../tool.ts';
import { seatRight } from './row-rights.ts';
import { seatOf } from './seats.ts';
import { createTestCommittee } from './testing/committee.ts';

test('a seat belongs to its account, or to the person with its address if it has none yet', () => {
  const nias = { person_id: null, folded_email: 'nia@sawtooth.example' };
  const abels = { person_id: 'abel', folded_email: 'abel@sawtooth.example' };
  const seat = (id: string, email: string) => seatOf([nias, abels], { id, email });
  expect(seat('nia', ' Nia@Sawtooth.example')).toBe(nias);
  expect(seat('abel', 'new.address@sawtooth.example')).toBe(abels);
  expect(seat('other', 'other@sawtooth.example')).toBeUndefined();
  // The address was given to someone else.
  expect(seat('newcomer', 'abel@sawtooth.example')).toBeUndefined();
});

test("a seat for someone who has the address of a person who left is not tied to that person's account", async () => {
  const { server, it } = await createTestCommittee();
  onTestFinished(() => server.stop());
  await server.signIn('staff');
  const email = 'staff@sawtooth.example';
  await reassignAddress(server.database, email);
  expect((await it.send(addApprover, { body: { fullName: 'Nia New', email } })).status).toBe(201);
  const { rows } = await server.database.pool.query(
    'select person_id from grant_approvers where email = $1',
    [email],
  );
  expect(rows).toEqual([{ person_id: null }]);
  const holders = await seatRight.holders(server.quad.platform.reader);
  expect(holders.find((holder) => holder.email === email)).toMatchObject({
    name: 'Nia New',
    hasSignedIn: false,
  });
});

test('someone who manages the list of approvers sees it, even if they may not apply', async () => {
  const campus = copyCampus(Object.keys(grants.permissions));
  campus.grant('grants.manage', 'sgrpVolunteers');
  const { server, faculty } = await createTestCommittee({ campusFolder: campus.folder });
  onTestFinished(async () => {
    await server.stop();
    campus.remove();
  });
  const keeper = await server.signIn('volunteer');
  for (const client of [keeper, faculty])
    expect((await client.send(listApprovers)).body.data).toHaveLength(3);
  const student = await server.signIn('student');
  expect((await student.send(listApprovers)).status).toBe(403);
});
