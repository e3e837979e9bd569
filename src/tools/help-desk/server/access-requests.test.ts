import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readAccount } from '../../../platform/contract/account.ts';
import type { Place } from '../../../platform/contract/tool.ts';
import type { Email } from '../../../platform/server/mail/email.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { askForAccess, changeTicket, mergeTicket, readDeskTicket, readMissingAccess } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { createAccessEmail } from './access-email.ts';
import { createTicketEmail } from './email.ts';
import { createTestDesk, patience, submit, type TestDesk } from './testing/desk.ts';

const room = { path: '/mail-room', title: 'Mail Room', about: 'Print.', icon: 'printer' } as const;
const places: Place[] = [
  { ...room, access: 'posters.print' },
  { ...room, path: '/desk-of-it', access: 'information-technology.open' },
];
const placePermissions = { 'posters.print': 'Print posters.', 'information-technology.open': 'Open IT.' };
const campus = copyCampus([...Object.keys(helpDesk.permissions), ...Object.keys(placePermissions)]);
let desk: TestDesk;
let student: TestClient;
let it: TestClient;

beforeAll(async () => {
  appendFileSync(
    path.join(campus.folder, 'access.yaml'),
    '  information-technology.open: Iris <it@sawtooth.example>\n',
  );
  desk = await createTestDesk({ places, placePermissions, campusFolder: campus.folder });
  it = await desk.server.signIn('it');
  student = await desk.server.signIn('student');
});
afterAll(async () => {
  await desk.stop();
  campus.remove();
});
// No request is open, and no one has submitted too much recently.
beforeEach(() =>
  desk.rows(
    `update help_tickets set state = 'solved', solved_at = now(), created_at = now() - interval '1 day'`,
  ),
);

const missing = async (client: TestClient, address: string) =>
  (await client.send(readMissingAccess, { query: { path: address } })).body.data;
const ask = (client: TestClient, body: { permission: string; reason: string }) =>
  client.send(askForAccess, { body });

test('a page that someone may not open says which permission is missing and who decides about it', async () => {
  expect(await missing(student, '/mail-room')).toEqual({
    permission: 'posters.print',
    about: 'Print posters.',
    owner: { name: 'Mail & Copy Center', contact: 'mailroom@sawtooth.example' },
    asked: null,
    can: { ask: true },
  });
  const ticket = helpDesk.screens.deskTicket.path.replace(':id', 'e7a1b0de-0000-7000-8000-000000000000');
  expect(await missing(student, ticket)).toMatchObject({
    permission: 'help-desk.work',
    owner: { name: 'IT Help Desk', contact: 'help@sawtooth.example' },
  });
  expect(await missing(await desk.server.signIn('nogroups'), '/mail-room')).toMatchObject({
    can: { ask: false },
  });
  // An address without a page, one that is open to them, and one that is not a path at all.
  for (const address of ['/nowhere', helpDesk.screens.mine.path, '', '\\', '/%', '//mail-room'])
    expect(await missing(student, address)).toBeNull();
  expect(await missing(it, '/mail-room')).toBeNull();
});

test('asking creates one ticket with the groups of the account, even from two tabs, and grants nothing', async () => {
  const wanted = { permission: 'posters.print', reason: 'I help in the copy center on Mondays.' };
  for (const reason of [' ', 'x'.repeat(2_001)])
    expect((await ask(student, { ...wanted, reason })).body).toMatchObject({
      fields: { reason: expect.any(String) },
    });
  expect((await ask(student, { ...wanted, permission: 'posters.fly' })).status).toBe(404);
  expect((await ask(it, wanted)).body).toMatchObject({ reason: 'has-permission' });
  expect((await ask(await desk.server.signIn('nogroups'), wanted)).status).toBe(403);

  const answers = await Promise.all([ask(student, wanted), ask(student, wanted)]);
  const [first, second] = answers.map(({ body }) => body.data);
  expect(second).toEqual(first);
  expect((await ask(student, { ...wanted, reason: 'Please!' })).body.data).toEqual(first);
  expect((await missing(student, '/mail-room'))?.asked).toEqual(first);
  const { id, number } = first?.ticket ?? { id: '', number: 0 };
  const { data } = (await it.send(readDeskTicket, { params: { id } })).body;
  expect(data).toMatchObject({
    subject: 'Access to Mail Room',
    assignee: null,
    answers: [
      { question: 'Permission', answer: 'posters.print: Print posters.' },
      { question: 'Groups', answer: 'Domain-Student' },
      { question: 'Owner', answer: 'Mail & Copy Center <mailroom@sawtooth.example>' },
    ],
    messages: [{ text: wanted.reason }],
  });
  expect((await student.send(readAccount)).body.groups).toEqual(['Domain-Student']);

  const email = await vi.waitFor(async () => {
    const all = await desk.emails();
    const found = all.filter(
      ({ to, subject }) =>
        to?.[0]?.address === 'mailroom@sawtooth.example' && subject?.includes(`#${number}]`),
    );
    expect(found).toHaveLength(1);
    return found[0];
  }, patience);
  expect(email?.subject).toBe(`[Quad #${number}] Suna Okello Lind is asking for access to Mail Room`);
  for (const words of [wanted.reason, 'Groups of this person: Domain-Student', 'Domain-MailCenter', id])
    expect(email?.text).toContain(words);
  // Someone wrote it, and the owner may be a help desk.
  expect(email?.headers.map(({ key }) => key)).not.toContain('auto-submitted');

  const { version } = data;
  await it.send(changeTicket, { params: { id }, body: { state: 'solved', version } });
  expect((await missing(student, '/mail-room'))?.asked).toBeNull();
  expect((await ask(student, wanted)).body.data.ticket.number).toBeGreaterThan(number);
});

test('a request that the desk merges into another ticket is still the open one', async () => {
  const faculty = await desk.server.signIn('faculty');
  const wanted = { permission: 'posters.print', reason: 'I teach design.' };
  const { id } = (await ask(faculty, wanted)).body.data.ticket;
  const other = await submit(faculty);
  await it.send(mergeTicket, { params: { id }, body: { into: other.number } });
  expect((await missing(faculty, '/mail-room'))?.asked?.ticket).toMatchObject({ id: other.id });
  expect((await ask(faculty, wanted)).body.data.ticket).toMatchObject({ id: other.id });
  await it.send(changeTicket, { params: { id: other.id }, body: { state: 'solved' } });
  expect((await missing(faculty, '/mail-room'))?.asked).toBeNull();

  // One that was decided does not come back.
  const third = await submit(faculty);
  await it.send(mergeTicket, { params: { id: other.id }, body: { into: third.number } });
  expect((await missing(faculty, '/mail-room'))?.asked).toBeNull();
});

test('an email that was delayed gives the reason and the ticket that it is in by then, whatever was merged', async () => {
  const faculty = await desk.server.signIn('faculty');
  const older = await submit(faculty, { description: 'zzprivatezz' });
  const wanted = { permission: 'posters.print', reason: 'I print for the choir.' };
  const request = (await ask(faculty, wanted)).body.data.ticket;
  const sent: Email[] = [];
  const { platform } = desk.server.quad;
  const mail = {
    ...platform.mail,
    send: async (email: Email) => {
      sent.push(email);
      return 'Sent.';
    },
  };
  const context = { log: platform.log, signal: new AbortController().signal };
  const [message] = await desk.rows('select id from help_messages where text = $1', [wanted.reason]);
  const messageId: string = message?.id;
  const job = createAccessEmail({ ...platform, mail });
  const run = async () => {
    await job.run({ ticketId: request.id, messageId }, context);
    return sent.at(-1);
  };
  await it.send(mergeTicket, { params: { id: older.id }, body: { into: request.number } });
  const own = await run();
  expect(own?.text).toContain(`Their reason:\n${wanted.reason}\n`);
  expect(own?.text).not.toContain('zzprivatezz');
  expect(own?.subject).toContain(`#${request.number}]`);

  const other = await submit(faculty);
  await it.send(mergeTicket, { params: { id: request.id }, body: { into: other.number } });
  const moved = await run();
  expect(moved?.text).toContain(`Their reason:\n${wanted.reason}\n`);
  expect(moved?.text).toContain('Groups of this person: Domain-Faculty');
  expect(moved?.text).toContain(other.id);
  expect(moved?.subject).toContain(`#${other.number}]`);

  // The same goes for the email that confirms it.
  await createTicketEmail({ ...platform, mail, replyTo: null }).run({ messageId }, context);
  expect(sent.at(-1)?.text).toContain(`We received your ticket #${other.number}`);
  await it.send(changeTicket, { params: { id: other.id }, body: { state: 'solved' } });
});

test('open requests for two permissions stay two tickets, and neither is offered for merging with the other', async () => {
  const faculty = await desk.server.signIn('faculty');
  const [printing, office] = await Promise.all(
    Object.keys(placePermissions).map(
      async (permission) => (await ask(faculty, { permission, reason: 'I do both.' })).body.data.ticket,
    ),
  );
  const params = { id: printing?.id ?? '' };
  const merge = () => it.send(mergeTicket, { params, body: { into: office?.number ?? 0 } });
  expect((await merge()).body).toMatchObject({ reason: 'two-permissions' });
  const offered = async () => {
    const { others } = (await it.send(readDeskTicket, { params })).body.data;
    return others.find(({ id }) => id === office?.id)?.canBeMergedInto;
  };
  expect(await offered()).toBe(false);
  await it.send(changeTicket, { params: { id: office?.id ?? '' }, body: { state: 'solved' } });
  expect(await offered()).toBe(true);
  expect((await merge()).status).toBe(200);
  // The one that is open is found in the ticket that it is in now, and the decided one is not open again.
  expect((await missing(faculty, '/mail-room'))?.asked?.ticket).toMatchObject({ id: office?.id });
  expect((await missing(faculty, '/desk-of-it'))?.asked).toBeNull();
});

test('an owner who works at the desk is assigned the ticket, and asking counts as submitting tickets', async () => {
  const wanted = { permission: 'information-technology.open', reason: 'I work there now.' };
  const { id } = (await ask(student, wanted)).body.data.ticket;
  expect((await it.send(readDeskTicket, { params: { id } })).body.data).toMatchObject({ isMine: true });
  await desk.rows(`update help_tickets set state = 'solved', solved_at = now() where id = $1`, [id]);
  const statuses: number[] = [];
  for (let tried = 0; tried < 20; tried += 1) {
    statuses.push((await ask(student, wanted)).status);
    await desk.rows(`update help_tickets set state = 'solved', solved_at = now() where permission = $1`, [
      wanted.permission,
    ]);
  }
  expect(statuses).toContain(429);
});
