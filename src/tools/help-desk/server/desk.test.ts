import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import {
  addNote,
  answerTicket,
  changeTicket,
  closeTicket,
  downloadAttachment,
  listDeskTickets,
  listMyTickets,
  readDeskCounts,
  readDeskTicket,
  readTicket,
  replyToTicket,
  submitTicket,
} from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { createTestDesk, patience, submit, type TestDesk, ticketForm } from './testing/desk.ts';

let desk: TestDesk;
let student: TestClient;
let it: TestClient;

beforeAll(async () => {
  desk = await createTestDesk();
  student = await desk.server.signIn('student');
  it = await desk.server.signIn('it');
  await desk.server.signIn('staff');
});
afterAll(() => desk.stop());

const list = async (query: Partial<Record<'state' | 'category' | 'assigned' | 'search', string>>) =>
  (await it.send(listDeskTickets, { query: { page: 1, pageSize: 100, ...query } as never })).body.data;
const waitingOf = async (client: TestClient) =>
  (await client.send(listWaiting)).body.data.map(({ title }) => title);

test('an answer asks the requester, reaches them by email in the same thread, and their reply opens the ticket', async () => {
  const { id, number } = await submit(student, { subject: 'Round trip' });
  const params = { id };
  const answered = await it.send(answerTicket, { params, body: { text: 'Which laptop is it?' } });
  expect([answered.status, answered.body.data]).toMatchObject([201, { state: 'waiting' }]);
  const asked = `Reply to the help desk about ticket #${number}`;
  expect(await waitingOf(student)).toContain(asked);
  const email = await vi.waitFor(async () => {
    const found = (await desk.emails()).find(({ text }) => text?.includes('Which laptop is it?'));
    expect(found).toBeDefined();
    return found;
  }, patience);
  expect([email?.to?.[0]?.address, email?.inReplyTo]).toEqual([
    'student@sawtooth.example',
    expect.stringMatching(new RegExp(`^<ticket-${number}\\.[0-9a-f-]{36}@sawtooth\\.example>$`)),
  ]);
  const jobs = await desk.server.database.pool.query(
    `select data::text from jobs.job where name = 'help-desk.email'`,
  );
  expect(JSON.stringify(jobs.rows)).not.toMatch(/laptop|student/);

  const replied = await student.send(replyToTicket, { params, body: { text: 'The old one.' } });
  expect(replied.body.data).toMatchObject({ state: 'open' });
  expect(await waitingOf(student)).not.toContain(asked);
  const solved = await it.send(answerTicket, { params, body: { text: 'Fixed.', state: 'solved' } });
  expect(solved.body.data.messages.map(({ fromDesk, state }) => [fromDesk, state])).toEqual([
    [false, null],
    [true, 'waiting'],
    [false, 'open'],
    [true, 'solved'],
  ]);
});

test('the desk reads how the requester chose to get its answers', async () => {
  const staff = await desk.server.signIn('staff');
  const { id } = await submit(staff, { subject: 'Choices' });
  const gets = async () => (await it.send(readDeskTicket, { params: { id } })).body.data.requester.gets;
  expect(await gets()).toBe('now');
  await desk.rows(
    `insert into notification_choices (person_id, topic, choice)
      select id, 'help-desk.tickets', 'portal' from people where email = 'staff@sawtooth.example'
      on conflict (person_id, topic) do update set choice = 'portal'`,
  );
  onTestFinished(async () => void (await desk.rows('delete from notification_choices')));
  expect(await gets()).toBe('portal');
});

test('the home page asks no reply of someone who may no longer use the help desk', async () => {
  const volunteer = await desk.server.signIn('volunteer');
  const { id, number } = await submit(volunteer);
  await it.send(answerTicket, { params: { id }, body: { text: 'Which printer is it?' } });
  const asked = `Reply to the help desk about ticket #${number}`;
  expect(await waitingOf(volunteer)).toContain(asked);
  const regroup = (groups: string) =>
    desk.rows(`update identities set groups = $1 where subject = 'volunteer@sawtooth.example'`, [groups]);
  await regroup('{}');
  onTestFinished(async () => void (await regroup('{sgrpVolunteers}')));
  expect((await volunteer.send(readTicket, { params: { id } })).status).toBe(403);
  expect(await waitingOf(volunteer)).not.toContain(asked);

  // Nor does an email send them to the page.
  const answer = { text: 'Take the one upstairs.', state: 'solved' } as const;
  await it.send(answerTicket, { params: { id }, body: answer });
  const text = await vi.waitFor(async () => {
    const found = (await desk.emails()).find((email) => email.text?.includes(answer.text));
    expect(found).toBeDefined();
    return found?.text ?? '';
  }, patience);
  expect(text).toContain(
    "can't open the page of this ticket anymore. If you still need help, contact IT Help Desk (help@sawtooth.example).",
  );
  expect(text).not.toMatch(/support\/tickets|reply there/);
});

test('the home page asks for no reply to a ticket that was handed over', async () => {
  const { id, number } = await submit(student);
  const params = { id };
  await it.send(answerTicket, { params, body: { text: 'Which printer is it?' } });
  const asked = `Reply to the help desk about ticket #${number}`;
  expect(await waitingOf(student)).toContain(asked);
  await desk.rows(`update help_tickets set handed_to = 'zammad', handed_at = now() where id = $1`, [id]);
  expect((await student.send(readTicket, { params })).body.data.can.reply).toBe(false);
  expect(await waitingOf(student)).not.toContain(asked);
});

test('an answer to a ticket that stays solved can be replied to for as long as a solution', async () => {
  const { id } = await submit(student);
  const params = { id };
  await it.send(answerTicket, { params, body: { text: 'Fixed.', state: 'solved' } });
  await desk.rows(`update help_tickets set solved_at = now() - interval '20 days' where id = $1`, [id]);
  const canReply = async () => (await student.send(readTicket, { params })).body.data.can.reply;
  expect(await canReply()).toBe(false);
  // This tells the requester nothing.
  await it.send(changeTicket, { params, body: { category: 'Classroom' } });
  expect(await canReply()).toBe(false);
  await it.send(answerTicket, { params, body: { text: 'One more thing.', state: 'solved' } });
  expect(await canReply()).toBe(true);
});

test('the list is narrowed by state, category, assignee, and text, and shows who waited longest first', async () => {
  const countMine = async () => (await it.send(readDeskCounts)).body.data.mine;
  const before = await countMine();
  const first = await submit(student, { subject: 'Needle % one' });
  const second = await submit(student, { subject: 'NEEDLE two' });
  const third = await submit(student, { subject: 'needle three' });
  const params = { id: second.id };
  await it.send(changeTicket, { params, body: { assignee: 'IT@sawtooth.example', category: 'Classroom' } });
  await it.send(answerTicket, { params: { id: third.id }, body: { text: 'Where?' } });
  const ids = async (query: Parameters<typeof list>[0]) => (await list(query)).map(({ id }) => id);
  expect(await ids({ search: 'needle' })).toEqual([first.id, second.id, third.id]);
  // What a person is waiting for comes before what is waiting for them, even if they waited longer before.
  await student.send(replyToTicket, { params: { id: third.id }, body: { text: 'Here.' } });
  await it.send(answerTicket, { params: { id: first.id }, body: { text: 'Where?' } });
  expect(await ids({ search: 'needle' })).toEqual([second.id, third.id, first.id]);
  expect(await ids({ search: 'needle', assigned: 'mine' })).toEqual([second.id]);
  expect(await ids({ search: 'needle', assigned: 'none', state: 'open' })).toEqual([third.id]);
  expect(await ids({ search: 'needle', category: 'Classroom' })).toEqual([second.id]);
  expect(await ids({ search: 'e %' })).toEqual([first.id]);
  expect(await ids({ search: `#${second.number}` })).toEqual([second.id]);
  expect(await ids({ search: 'suna okello', state: 'all' })).toContain(first.id);
  expect(await countMine()).toBe(before + 1);
});

describe('a ticket', () => {
  test('is assigned only to people who work at the desk', async () => {
    const { id } = await submit(student);
    const params = { id };
    for (const assignee of ['staff@sawtooth.example', 'stranger@sawtooth.example']) {
      const refused = await it.send(changeTicket, { params, body: { assignee } });
      expect([refused.status, refused.body]).toMatchObject([400, { reason: 'not-at-the-desk' }]);
    }
    const taken = await it.send(changeTicket, { params, body: { assignee: 'it@sawtooth.example' } });
    expect(taken.body.data).toMatchObject({ assignee: 'Iris Thornwell', isMine: true, state: 'open' });
    expect(await waitingOf(it)).toContainEqual(expect.stringMatching(/^Answer/));
    const dropped = await it.send(changeTicket, { params, body: { assignee: '' } });
    expect(dropped.body.data).toMatchObject({ assignee: null, isMine: false });
  });

  test('is assigned to someone who works at the desk through a directory group', async () => {
    const { id } = await submit(student);
    await desk.rows(
      `insert into directory_records (key, account_name, email, given_name, family_name, title, department,
        department_code, phone, fax, mailbox, kind, groups, access_groups, confidential, folded, content_hash, person_id)
      select 'E1', '', email, '', '', '', '', '', '', '', '', 'employee', '{}', '{Domain-IT}', false, '', '', id
      from people where email = 'staff@sawtooth.example'`,
    );
    const assign = () =>
      it.send(changeTicket, { params: { id }, body: { assignee: 'staff@sawtooth.example' } });
    expect((await assign()).body.data).toMatchObject({ assignee: 'Stellan Marbury' });
    await desk.rows('update directory_records set active = false');
    expect((await assign()).body).toMatchObject({ reason: 'not-at-the-desk' });
    await desk.rows('delete from directory_records');
  });

  test('that changed since it was read is refused, and the sender is told what happened', async () => {
    const { id } = await submit(student);
    const params = { id };
    const { version } = (await it.send(readDeskTicket, { params })).body.data;
    await student.send(replyToTicket, { params, body: { text: 'Never mind the first part.' } });
    const detail = 'Suna Okello Lind replied in the meantime. Check the ticket and try again.';
    for (const refused of [
      await it.send(answerTicket, { params, body: { text: 'About the first part…', version } }),
      await it.send(changeTicket, { params, body: { state: 'solved', version } }),
    ])
      expect([refused.status, refused.body]).toMatchObject([409, { reason: 'stale-version', detail }]);
    const newest = (await it.send(readDeskTicket, { params })).body.data.version;
    // A note tells the requester nothing, and does not interfere with someone who is writing an answer.
    await it.send(addNote, { params, body: { text: 'Odd.' } });
    const body = { text: 'All right.', state: 'solved', version: newest } as const;
    expect((await it.send(answerTicket, { params, body })).status).toBe(201);
  });

  test('is closed at once by two people only once', async () => {
    const { id } = await submit(student);
    const params = { id };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => student.send(closeTicket, { params }).then(({ status }) => status)),
    );
    expect(answers.toSorted()).toEqual([200, 409, 409, 409, 409]);
  });
});

test('an internal note reaches no email, search, or list, no audit entry in plain text, and no page of the requester', async () => {
  const secret = 'zzinternalzz';
  const { id, number } = await submit(student, { subject: 'With a note' });
  const params = { id };
  const noted = await it.send(addNote, { params, body: { text: `${secret} she is on the list` } });
  expect(noted.body.data.notes).toMatchObject([
    { by: 'Iris Thornwell', text: `${secret} she is on the list` },
  ]);
  await it.send(answerTicket, { params, body: { text: 'We are on it.', state: 'solved' } });
  const replied = await student.send(replyToTicket, { params, body: { text: 'Still broken.' } });
  await vi.waitFor(async () => {
    const about = (await desk.emails()).filter(({ subject }) => subject?.includes(`#${number}]`));
    expect(about).toHaveLength(2);
  }, patience);

  const told: unknown[] = [await desk.emails(), replied.body];
  for (const state of ['', 'all', 'solved'])
    told.push(await list({ search: secret, state }), await list({ state }));
  for (const client of [student, it]) {
    told.push((await client.send(readTicket, { params })).text);
    told.push((await client.send(listMyTickets, { query: { page: 1 } })).text);
    told.push((await client.send(listWaiting)).text);
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    told.push((await client.fetch('GET', `/support/tickets/${id}`, { headers })).text);
  }
  for (const table of ['jobs.job', 'audit_entries', 'idempotency_keys', 'help_tickets', 'help_messages'])
    told.push((await desk.server.database.pool.query(`select to_jsonb(t)::text from ${table} t`)).rows);
  expect(JSON.stringify(told)).not.toContain(secret);
  expect(await list({ search: secret, state: 'all' })).toEqual([]);
  expect((await student.send(readDeskTicket, { params })).status).toBe(403);
});

test('someone who works at the desk but submits no tickets can open their attachments', async () => {
  const campus = copyCampus(Object.keys(helpDesk.permissions));
  campus.grant('help-desk.work', 'Contractors');
  const staffed = await createTestDesk({ campusFolder: campus.folder });
  onTestFinished(async () => {
    await staffed.stop();
    campus.remove();
  });
  const requester = await staffed.server.signIn('student');
  const files = { attachments: [{ fileName: 'stripe.txt', content: 'green' }] };
  const sent = await requester.send(submitTicket, { body: ticketForm, files });
  const contractor = await staffed.server.signIn('nogroups');
  const regroup = (groups: string) =>
    staffed.rows(`update identities set groups = $1 where subject = 'nogroups@sawtooth.example'`, [groups]);
  await regroup('{Contractors}');
  const { body } = await contractor.send(readDeskTicket, { params: { id: sent.body.data.id } });
  const id = body.data.messages.flatMap(({ attachments }) => attachments)[0]?.id ?? '';
  expect((await contractor.send(downloadAttachment, { params: { id } })).text).toBe('green');
  await regroup('{}');
  expect((await contractor.send(downloadAttachment, { params: { id } })).status).toBe(403);
});
