import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { SettingsError } from '../../../../platform/server/settings/mistakes.ts';
import {
  addNote,
  answerTicket,
  changeTicket,
  closeTicket,
  listDeskTickets,
  listMyTickets,
  mergeTicket,
  rateTicket,
  readDeskTicket,
  readTicket,
  replyToTicket,
  submitTicket,
} from '../../contract.ts';
import { patience, submit, ticketForm } from '../testing/desk.ts';
import { deskWith, type Got, startZammad, token, tryAgain, waitForRetry } from '../testing/zammad.ts';

const files = { attachments: [{ fileName: 'stripe.txt', content: 'green', contentType: 'text/plain' }] };

test('a ticket is stored, then handed to Zammad by a job; its page shows the number there', {
  tags: 'long',
}, async () => {
  const zammad = await startZammad();
  // Down at first, and nothing is lost.
  const good = zammad.answer;
  zammad.answer = (response) => response.writeHead(503).end();
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student, it } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const sent = await student.send(submitTicket, {
    body: { ...ticketForm, category: 'Something else' },
    files,
  });
  expect(sent.status).toBe(201);
  const { id, number } = sent.body.data;
  await vi.waitFor(() => expect(zammad.got).toHaveLength(1), patience);
  const failed = async () =>
    (await desk.rows("select output::text from jobs.job where name = 'help-desk.hand-over'"))[0]?.output;
  await vi.waitFor(async () => expect(await failed()).toContain('asked to try again later (503)'), patience);
  expect((await student.send(readTicket, { params: { id } })).body.data).toMatchObject({
    state: 'new',
    isHandedOver: false,
    can: { reply: true },
  });

  zammad.answer = good;
  await tryAgain(desk);
  await vi.waitFor(async () => {
    const { body } = await student.send(readTicket, { params: { id } });
    expect(body.data).toMatchObject({ isHandedOver: true, handedNumber: '67001' });
  }, patience);
  const [, { headers, url, body } = { headers: {}, url: '', body: {} }] = zammad.got;
  expect([url, headers.authorization, headers['content-type']]).toEqual([
    '/api/v1/tickets',
    `Token token=${token}`,
    'application/json',
  ]);
  expect(body).toEqual({
    title: `[Quad #${number}] ${ticketForm.subject}`,
    group: 'IT',
    customer_id: 'guess:student@sawtooth.example',
    article: {
      subject: ticketForm.subject,
      body: `${ticketForm.description}\n\nCategory: Something else\n\nQuad reference: ${id}`,
      type: 'web',
      sender: 'Customer',
      internal: false,
      content_type: 'text/plain',
      attachments: [
        { filename: 'stripe.txt', data: Buffer.from('green').toString('base64'), 'mime-type': 'text/plain' },
      ],
    },
  });
  expect([zammad.got.length, zammad.searches.length]).toEqual([2, 1]);

  // Replies happen there.
  const reply = await student.send(replyToTicket, { params: { id }, body: { text: 'Here?' } });
  expect([reply.status, reply.body]).toMatchObject([409, { reason: 'handed-over' }]);
  expect((await student.send(rateTicket, { params: { id }, body: { helped: true } })).status).toBe(409);
  expect((await student.send(listMyTickets, { query: { page: 1 } })).body.data).toMatchObject([
    { id, isHandedOver: true },
  ]);
  expect((await it.send(listDeskTickets, { query: { page: 1 } })).body.data).toEqual([]);
  const kept = await desk.rows('select data::text, output::text from jobs.job');
  expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${token}|${ticketForm.subject}|student@`));
});

const bodyOf = ({ body }: Got) => (body.article as { body: string }).body;

test('what is added while Zammad is down is included, with who wrote it and when, and without notes', async () => {
  const zammad = await startZammad();
  const good = zammad.answer;
  zammad.answer = (response) => response.writeHead(503).end();
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student, it } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const { id } = await submit(student);
  await waitForRetry(desk);
  const params = { id };
  await student.send(replyToTicket, { params, body: { text: 'It is room 210.' }, files });
  await it.send(answerTicket, { params, body: { text: 'On our way.', state: 'open' } });
  await it.send(addNote, { params, body: { text: 'zznotezz' } });

  zammad.answer = good;
  await tryAgain(desk);
  await vi.waitFor(async () => {
    expect((await student.send(readTicket, { params })).body.data).toMatchObject({ isHandedOver: true });
  }, patience);
  const last = zammad.got.at(-1);
  if (last === undefined) throw new Error('Zammad got nothing.');
  const time = '\\w+ \\d+, \\d+, \\d+:\\d\\d [AP]M M[DS]T';
  expect(bodyOf(last)).toMatch(
    new RegExp(
      `^${ticketForm.description}\\n\\nSuna Okello Lind wrote on ${time}:\\n\\nIt is room 210\\.\\n\\nIris Thornwell at the help desk wrote on ${time}:\\n\\nOn our way\\.\\n\\nQuad reference: ${id}$`,
    ),
  );
  expect(last.body).toMatchObject({ article: { attachments: [{ filename: 'stripe.txt' }] } });
  expect((await student.send(readTicket, { params })).body.data.state).toBe('solved');
});

test('a ticket that was merged or closed while it was waiting is not handed over', {
  tags: 'long',
}, async () => {
  const zammad = await startZammad();
  const good = zammad.answer;
  zammad.answer = (response) => response.writeHead(503).end();
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student, it } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const kept = await submit(student);
  const merged = await submit(student, { description: 'Now the phone, too.' });
  const closed = await submit(student);
  await waitForRetry(desk);
  await it.send(mergeTicket, { params: { id: merged.id }, body: { into: kept.number } });
  await student.send(closeTicket, { params: { id: closed.id } });
  zammad.got = [];
  zammad.answer = good;
  await tryAgain(desk);
  const done = "select output::text from jobs.job where name = 'help-desk.hand-over' and state = 'completed'";
  await vi.waitFor(async () => expect(await desk.rows(done)).toHaveLength(3), patience);
  const said = JSON.stringify(await desk.rows(done));
  expect(said).toContain(`#${merged.number} was merged into another one first`);
  expect(said).toContain(`#${closed.number} was solved first`);
  expect(zammad.got.map(bodyOf)).toEqual([expect.stringContaining('Now the phone, too.')]);
});

test('a ticket that was solved first is handed over when it is reopened, by a reply or by a merge, and only once', {
  tags: 'long',
}, async () => {
  const zammad = await startZammad();
  const good = zammad.answer;
  zammad.answer = (response) => response.writeHead(503).end();
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student, it } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const replied = await submit(student);
  const target = await submit(student);
  await waitForRetry(desk);
  for (const { id } of [replied, target]) await student.send(closeTicket, { params: { id } });
  await tryAgain(desk);
  const states = (...expected: string[]) =>
    vi.waitFor(async () => {
      const jobs = await desk.rows(
        "select state from jobs.job where name = 'help-desk.hand-over' order by state::text",
      );
      expect(jobs.map(({ state }) => state)).toEqual(expected);
    }, patience);
  await states('completed', 'completed');
  const merged = await submit(student);
  await states('completed', 'completed', 'retry');

  zammad.got = [];
  zammad.searches = [];
  await it.send(mergeTicket, { params: { id: merged.id }, body: { into: target.number } });
  zammad.answer = good;
  await student.send(replyToTicket, { params: { id: replied.id }, body: { text: 'Still not.' } });
  await tryAgain(desk);
  await states(...Array.from({ length: 5 }, () => 'completed'));
  const titles = zammad.got.map(({ body }) => body.title);
  expect(titles.toSorted()).toEqual(
    [replied, target].map(({ number }) => `[Quad #${number}] ${ticketForm.subject}`),
  );
  expect(zammad.got.map(bodyOf).join()).toContain('Still not.');
  // Tries of their first jobs may have arrived, and the merged one's, too.
  expect(zammad.searches).toHaveLength(3);
  for (const { id } of [replied, target]) {
    const { data } = (await student.send(readTicket, { params: { id } })).body;
    expect(data).toMatchObject({ isHandedOver: true, state: 'solved' });
  }
});

test.each([
  ['while it is being sent', false],
  ['after a try that Zammad accepted without a response', true],
])('a ticket that someone adds to %s stays open, with a note', async (_when, isLost) => {
  const zammad = await startZammad();
  const good = zammad.answer;
  let hold: ServerResponse | undefined;
  zammad.answer = (response) => {
    if (isLost) response.destroy();
    else hold = response;
  };
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student, it } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const { id, number } = await submit(student);
  const params = { id };
  await vi.waitFor(() => expect(zammad.got).toHaveLength(1), patience);
  if (isLost) await waitForRetry(desk);
  await student.send(replyToTicket, { params, body: { text: 'It is room 210.' } });
  zammad.found = [{ number: '67001', title: `[Quad #${number}] ${ticketForm.subject}` }];
  if (hold === undefined) await tryAgain(desk);
  else good(hold);
  await vi.waitFor(async () => {
    const { data } = (await it.send(readDeskTicket, { params })).body;
    expect(data).toMatchObject({
      isHandedOver: true,
      handedNumber: '67001',
      state: 'open',
      notes: [{ by: 'Quad', text: expect.stringContaining('may lack what was added') }],
    });
  }, patience);
  // Nor does the requester take it off the desk's list: they could not reopen it.
  const own = (await student.send(readTicket, { params })).body.data;
  expect(own.can).toMatchObject({ reply: false, close: false });
  expect((await student.send(closeTicket, { params })).body).toMatchObject({ reason: 'handed-over' });
  expect((await it.send(listDeskTickets, { query: { page: 1 } })).body.data).toMatchObject([{ id }]);

  // What the desk then does here is not emailed as its solution.
  // As from a form that was opened before the ticket was handed over: the requester can't reply here.
  const answer = { text: 'We passed on the room.', state: 'waiting' } as const;
  expect((await it.send(answerTicket, { params, body: answer })).body.data.state).toBe('open');
  const waiting = await it.send(changeTicket, { params, body: { state: 'waiting' } });
  expect(waiting.body.data.state).toBe('open');
  await it.send(changeTicket, { params, body: { state: 'solved' } });
  await vi.waitFor(async () => {
    const ended = await desk.rows(
      "select output::text from jobs.job where name = 'help-desk.email' and state = 'completed'",
    );
    expect(ended).toHaveLength(3);
    expect(JSON.stringify(ended)).toContain('was handed over, so no email was sent');
  }, patience);
  const texts = (await desk.emails()).map(({ text }) => text).join();
  expect(texts).toContain(
    'We passed on the room.\n\nAnother help desk is working on it now. Reply to its emails.',
  );
  expect(texts).not.toContain('Did this help?');
});

test.each([
  [401, 'rejected the token', false],
  [422, 'refused the ticket (422)', true],
  [200, 'try again later (200)', false],
])('a response %s from Zammad is reported to IT', async (status, words, isFinal) => {
  const zammad = await startZammad();
  zammad.answer = (response) =>
    response.writeHead(status).end('{"error":"no such student@sawtooth.example"}');
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  await student.send(submitTicket, { body: ticketForm });
  await vi.waitFor(async () => {
    const [job] = await desk.rows(
      "select state, output::text from jobs.job where name = 'help-desk.hand-over'",
    );
    expect(job?.output).toContain(words);
    expect(job?.output).not.toContain('student');
    expect(job?.state).toBe(isFinal ? 'failed' : 'retry');
  }, patience);
});

test('Zammad without a token stops the start, as does plain http to another machine', async () => {
  const handOver = { kind: 'zammad', url: 'https://zammad.college.edu', group: 'IT' };
  await expect(deskWith(handOver)).rejects.toThrow('QUAD_ZAMMAD_TOKEN');
  const plain = { ...handOver, url: 'http://zammad.college.edu' };
  await expect(deskWith(plain, { QUAD_ZAMMAD_TOKEN: token })).rejects.toBeInstanceOf(SettingsError);
});
