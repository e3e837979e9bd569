import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import {
  closeTicket,
  downloadAttachment,
  listMyTickets,
  readTicket,
  replyToTicket,
  submitTicket,
} from '../contract.ts';
import { helpDeskServer } from './index.ts';
import { createTestDesk, patience, submit, type TestDesk, ticketForm } from './testing/desk.ts';

let desk: TestDesk;
let student: TestClient;
let staff: TestClient;

beforeAll(async () => {
  desk = await createTestDesk();
  student = await desk.server.signIn('student');
  staff = await desk.server.signIn('staff');
});
afterAll(() => desk.stop());

describe('a ticket', () => {
  test('is stored under the name and email of the account, and can be followed', async () => {
    const sent = { ...ticketForm, name: 'Someone Else', email: ' STUDENT@sawtooth.example' };
    const { status, body } = await student.send(submitTicket, { body: sent });
    expect([status, body.data]).toMatchObject([201, { subject: 'No Wi-Fi', state: 'new' }]);
    const { id, number } = body.data;
    expect(
      await desk.rows('select requester_name, requester_email from help_tickets where id = $1', [id]),
    ).toEqual([{ requester_name: 'Suna Okello Lind', requester_email: 'student@sawtooth.example' }]);
    const { body: mine } = await student.send(listMyTickets, { query: { page: 1 } });
    expect(mine.data[0]).toMatchObject({ id, number });
    const { body: shown } = await student.send(readTicket, { params: { id } });
    expect(shown.data.messages).toMatchObject([
      { by: 'Suna Okello Lind', fromDesk: false, text: ticketForm.description },
    ]);
    const [email] = await vi.waitFor(async () => {
      const found = (await desk.emails()).filter((one) => one.subject === `[Quad #${number}] No Wi-Fi`);
      expect(found).toHaveLength(1);
      return found;
    }, patience);
    expect(email?.to).toMatchObject([{ address: 'student@sawtooth.example' }]);
    expect(email?.text).toContain(`/support/tickets/${id}`);
    expect(email?.messageId).toMatch(new RegExp(`^<ticket-${number}\\.[0-9a-f-]{36}@sawtooth\\.example>$`));
    const jobs = await desk.rows(`select data::text from jobs.job where name = 'help-desk.email'`);
    expect(JSON.stringify(jobs)).not.toMatch(/Wi-Fi|sawtooth|Suna/);
  });

  test('without attachments needs no room for files', async () => {
    const full = await startTestServer({
      tools: [helpDeskServer],
      variables: { QUAD_FILES_KEEP_FREE: '999999 TB' },
    });
    const person = await full.signIn('student');
    expect((await person.send(submitTicket, { body: ticketForm })).status).toBe(201);
    const files = { attachments: { fileName: 'a.txt', content: 'abc' } };
    expect((await person.send(submitTicket, { body: ticketForm, files })).status).toBe(507);
  });

  test('in the name of another person is refused, an endless address quickly', async () => {
    const before = await desk.rows('select count(*)::int from help_tickets');
    for (const [email, status] of [
      ['staff@sawtooth.example', 403],
      [`${'(a'.repeat(20_000)}@sawtooth.example`, 403],
      [`${'(a'.repeat(50_000)}@sawtooth.example`, 413],
    ] as const) {
      const refused = await student.send(submitTicket, { body: { ...ticketForm, email } });
      expect(refused.status).toBe(status);
    }
    expect(await desk.rows('select count(*)::int from help_tickets')).toEqual(before);
  });

  test('needs a subject and a description', async () => {
    const { status, body } = await student.send(submitTicket, {
      body: { subject: ' ', description: '\u200b' },
    });
    expect([status, body]).toMatchObject([
      400,
      { fields: { subject: 'Enter a subject.', description: 'Describe what you need.' } },
    ]);
  });

  test('of a category answers its questions', async () => {
    const classroom = { ...ticketForm, category: 'Classroom' };
    const missing = await student.send(submitTicket, { body: classroom });
    expect([missing.status, missing.body]).toMatchObject([
      400,
      { fields: { 'answer-room': 'Enter an answer.' } },
    ]);
    const both = { room: 'x'.repeat(201), class: 'y'.repeat(300) };
    const long = await student.send(submitTicket, {
      body: { ...classroom, answers: JSON.stringify(both) },
    });
    const tooLong = 'Use at most 200 characters.';
    expect([long.status, long.body]).toMatchObject([
      400,
      { reason: 'wrong-answers', fields: { 'answer-room': tooLong, 'answer-class': tooLong } },
    ]);
    for (const answers of ['{', '[]', '{"room":{"a":1}}', '"x"'])
      expect((await student.send(submitTicket, { body: { ...classroom, answers } })).status).toBe(400);
    const unknown = await student.send(submitTicket, { body: { ...ticketForm, category: 'Gossip' } });
    expect(unknown.body).toMatchObject({ reason: 'unknown-category' });
    const answers = JSON.stringify({ room: 'Boone 101', other: 'ignored' });
    const { body } = await student.send(submitTicket, { body: { ...classroom, answers } });
    const { data } = (await student.send(readTicket, { params: { id: body.data.id } })).body;
    expect(data).toMatchObject({
      category: 'Classroom',
      answers: [{ question: 'Which room?', answer: 'Boone 101' }],
    });
  });

  test('that is sent twice is one ticket with one email', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { ...ticketForm, subject: 'Once only' };
    const answers = await Promise.all([1, 2].map(() => student.send(submitTicket, { body, headers })));
    answers.push(await student.send(submitTicket, { body, headers }));
    expect(new Set(answers.map(({ status, body: { data } }) => `${status} ${data.number}`)).size).toBe(1);
    expect(await desk.rows(`select from help_tickets where subject = 'Once only'`)).toHaveLength(1);
    const { id } = answers[0]?.body.data ?? {};
    expect(
      await desk.rows(
        `select from jobs.job where data ->> 'messageId' in (select id::text from help_messages where ticket_id = $1)`,
        [id],
      ),
    ).toHaveLength(1);
  });

  test('whose subject tries to add a header sends one email to one person', async () => {
    const { number } = await submit(student, { subject: 'x\r\nBcc: a@evil.example' });
    const email = await vi.waitFor(async () => {
      const found = (await desk.emails()).find(({ subject }) => subject?.includes(`#${number}]`));
      expect(found).toBeDefined();
      return found;
    }, patience);
    expect([email?.to?.length, email?.cc, email?.bcc]).toEqual([1, undefined, undefined]);
    expect(email?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(email?.subject).toBe(`[Quad #${number}] x Bcc: a@evil.example`);
  });

  test('belongs only to its requester', async () => {
    const { id } = await submit(student);
    const params = { id };
    for (const refused of [
      await staff.send(readTicket, { params }),
      await staff.send(replyToTicket, { params, body: { text: 'Me too' } }),
      await staff.send(closeTicket, { params }),
    ])
      expect([refused.status, refused.body]).toMatchObject([404, { reason: 'unknown' }]);
    expect((await (await desk.server.signIn('nogroups')).send(readTicket, { params })).status).toBe(403);
  });

  test('is closed and reopened by its requester for 14 days', async () => {
    const { id } = await submit(student);
    const params = { id };
    const closed = await student.send(closeTicket, { params });
    expect(closed.body.data).toMatchObject({ state: 'solved', can: { close: false, reopen: true } });
    expect((await student.send(closeTicket, { params })).body).toMatchObject({ reason: 'already-solved' });
    await desk.rows(`update help_tickets set solved_at = now() - interval '13 days 23 hours' where id = $1`, [
      id,
    ]);
    const reopened = await student.send(replyToTicket, { params, body: { text: 'It is back.' } });
    expect([reopened.status, reopened.body.data.state]).toEqual([201, 'open']);
    await student.send(closeTicket, { params });
    await desk.rows(`update help_tickets set solved_at = now() - interval '14 days 1 hour' where id = $1`, [
      id,
    ]);
    const late = await student.send(replyToTicket, { params, body: { text: 'And again.' } });
    expect([late.status, late.body]).toMatchObject([409, { reason: 'too-late' }]);
  });

  test('beyond the hourly limit is refused', async () => {
    const volunteer = await desk.server.signIn('volunteer');
    for (let count = 0; count < 16; count += 1) await submit(volunteer);
    const atOnce = Array.from({ length: 8 }, () => volunteer.send(submitTicket, { body: ticketForm }));
    const statuses = (await Promise.all(atOnce)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 201, 201, 201, 429, 429, 429, 429]);
    const refused = await volunteer.send(submitTicket, { body: ticketForm });
    expect([refused.status, Number(refused.headers['retry-after']) > 3_000]).toEqual([429, true]);
  });

  test('accepts only so many messages from its requester in an hour', async () => {
    const faculty = await desk.server.signIn('faculty');
    const params = { id: (await submit(faculty)).id };
    const reply = () => faculty.send(replyToTicket, { params, body: { text: 'And this.' } });
    // Longer ago, and not by its requester.
    await desk.rows(
      `insert into help_messages (id, ticket_id, at, author_id, author_name, from_desk, text)
       select gen_random_uuid(), t.id, now() - make_interval(mins => case when n > 20 then 61 else 1 end),
         t.requester_id, '', n <= 20, 'x' from help_tickets t, generate_series(1, 40) n where t.id = $1`,
      [params.id],
    );
    for (let count = 0; count < 25; count += 1) expect((await reply()).status).toBe(201);
    const atOnce = await Promise.all(Array.from({ length: 6 }, reply));
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 429, 429]);
    const refused = await reply();
    expect([refused.status, refused.body]).toMatchObject([429, { reason: 'too-many-messages' }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  });
});

describe('attachments', () => {
  const file = (fileName: string, content: string | Uint8Array<ArrayBuffer> = 'x') => ({ fileName, content });
  const png = Uint8Array.from(
    Buffer.concat([
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
      Buffer.from('<script>alert(1)</script>'),
    ]),
  );

  test('come back as files to save, never to run, with the type of their content', async () => {
    const attachments = [
      file('x.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      file('x.html', '<!doctype html><script>alert(1)</script>'),
      file('polyglot.html', png),
      file('x.pdf', '%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript /JS (app.alert(1))>>>> endobj'),
    ];
    const { body } = await student.send(submitTicket, { body: ticketForm, files: { attachments } });
    const { data } = (await student.send(readTicket, { params: { id: body.data.id } })).body;
    const [first] = data.messages;
    expect(first?.attachments.map(({ fileName }) => fileName)).toEqual(
      attachments.map(({ fileName }) => fileName),
    );
    for (const { id, fileName, mediaType } of first?.attachments ?? []) {
      const { status, headers } = await student.send(downloadAttachment, { params: { id } });
      expect([status, headers]).toMatchObject([
        200,
        {
          'content-disposition': `attachment; filename="${fileName}"`,
          'content-security-policy': expect.stringContaining('sandbox'),
          'x-content-type-options': 'nosniff',
          'content-type': expect.stringContaining(mediaType),
        },
      ]);
      if (fileName === 'polyglot.html') expect(mediaType).toBe('image/png');
      expect((await staff.send(downloadAttachment, { params: { id } })).status).toBe(404);
    }
  });

  test('are at most ten, of 25 MB in total, and nothing of a refused ticket stays', async () => {
    const counts = () =>
      desk.rows(
        'select (select count(*)::int from help_tickets) as tickets, (select count(*)::int from stored_files)',
      );
    const before = await counts();
    const eleven = Array.from({ length: 11 }, (_one, index) => file(`${index}.txt`));
    const many = await student.send(submitTicket, { body: ticketForm, files: { attachments: eleven } });
    expect([many.status, many.body]).toMatchObject([
      400,
      { fields: { attachments: 'There are too many files.' } },
    ]);
    const half = new Uint8Array(13 * 1024 * 1024);
    const large = await student.send(submitTicket, {
      body: ticketForm,
      files: { attachments: [file('a.bin', half), file('b.bin', half)] },
    });
    expect([large.status, large.body]).toMatchObject([
      413,
      { fields: { attachments: 'This is too large. Send at most 25 MB.' } },
    ]);
    expect(await counts()).toEqual(before);
  });
});

test('a ticket is stored while the mail server is down, and its email waits', async () => {
  const server = await startTestServer({
    tools: [helpDeskServer],
    variables: { QUAD_SMTP_URL: 'smtp://127.0.0.1:1' },
  });
  const { number } = await submit(await server.signIn('student'));
  const { jobs } = server.quad.platform;
  await vi.waitFor(async () => {
    const { data } = await jobs.list({ paging: { page: 1, pageSize: 1 }, name: 'help-desk' });
    expect(data).toMatchObject([
      { about: `#${number}`, state: 'waiting', reason: expect.stringContaining('could not be reached') },
    ]);
  }, patience);
});
