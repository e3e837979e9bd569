import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { endless } from '../../../../platform/server/testing/endless.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import {
  closeTicket,
  mergeTicket,
  readDeskTicket,
  readTicket,
  replyToTicket,
  submitTicket,
} from '../../contract.ts';
import { patience, submit, ticketForm } from '../testing/desk.ts';
import { deskWith, startZammad, token, tryAgain, waitForRetry } from '../testing/zammad.ts';
import { createHandOver } from './job.ts';

test('a ticket that Zammad accepted without a response and that was then closed has its number', async () => {
  const zammad = await startZammad();
  zammad.answer = (response) => response.destroy();
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const { id, number } = await submit(student);
  await waitForRetry(desk);
  zammad.found = [{ number: '67001', title: `[Quad #${number}] ${ticketForm.subject}` }];
  await student.send(closeTicket, { params: { id } });
  await tryAgain(desk);
  await vi.waitFor(async () => {
    const { data } = (await student.send(readTicket, { params: { id } })).body;
    expect(data).toMatchObject({ state: 'solved', isHandedOver: true, handedNumber: '67001' });
  }, patience);
});

/** Waits until a ticket is open and has a note that another, which Zammad has as #67001, was merged into it. */
const expectPartThere = (it: TestClient, id: string, part: number) =>
  vi.waitFor(async () => {
    expect((await it.send(readDeskTicket, { params: { id } })).body.data).toMatchObject({
      isHandedOver: true,
      handedNumber: '67001',
      state: 'open',
      notes: [{ text: expect.stringContaining(`Ticket #${part}, which was merged into this one, is at`) }],
    });
  }, patience);

test('a ticket that Zammad accepted without a response and that was then merged is not there twice', {
  tags: 'long',
}, async () => {
  const zammad = await startZammad();
  const good = zammad.answer;
  zammad.answer = (response) => response.destroy();
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student, it } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const { id, number } = await submit(student);
  await waitForRetry(desk);
  zammad.found = [{ number: '67001', title: `[Quad #${number}] ${ticketForm.subject}` }];
  zammad.answer = (response) => response.writeHead(503).end();
  const target = await submit(student);
  await waitForRetry(desk);
  await it.send(mergeTicket, { params: { id }, body: { into: target.number } });
  zammad.got = [];
  zammad.answer = good;
  await desk.rows(
    "update jobs.job set start_after = now() where name = 'help-desk.hand-over' and data->>'ticketId' = $1",
    [id],
  );
  await expectPartThere(it, target.id, number);
  await tryAgain(desk);
  await vi.waitFor(async () => {
    const jobs = await desk.rows("select output::text from jobs.job where name = 'help-desk.hand-over'");
    expect(JSON.stringify(jobs)).toContain(`#${target.number} was already handed over`);
  }, patience);
  expect(zammad.got).toEqual([]);
});

test('a ticket that is merged while it is being sent is noted in the one that it is in now', async () => {
  const zammad = await startZammad();
  const good = zammad.answer;
  const held: ServerResponse[] = [];
  zammad.answer = (response) => held.push(response);
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { student, it } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const { id, number } = await submit(student);
  await vi.waitFor(() => expect(held).toHaveLength(1), patience);
  const target = await submit(student);
  await it.send(mergeTicket, { params: { id }, body: { into: target.number } });
  for (const response of held) good(response);
  await expectPartThere(it, target.id, number);
  expect((await it.send(readDeskTicket, { params: { id } })).body.data).toMatchObject({
    isHandedOver: false,
    mergedInto: { number: target.number },
  });
  expect(zammad.got).toHaveLength(1);
});

test('a ticket that Zammad accepted without a response is found by the next try, and not there twice', async () => {
  const zammad = await startZammad();
  const { sent, answer } = endless();
  zammad.answer = answer;
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const { id, number } = (await student.send(submitTicket, { body: ticketForm })).body.data;
  await waitForRetry(desk);
  expect(sent.bytes).toBeLessThan(50 * 1024 * 1024);
  // The first is an answer to it that an agent wrote.
  zammad.found = [
    { number: '67008', title: `Re: [Quad #${number}] ${ticketForm.subject}` },
    { number: '67009', title: `[Quad #${number}] ${ticketForm.subject}` },
  ];
  await tryAgain(desk);
  await vi.waitFor(async () => {
    const { body } = await student.send(readTicket, { params: { id } });
    expect(body.data).toMatchObject({ isHandedOver: true, handedNumber: '67009' });
  }, patience);
  expect(zammad.got).toHaveLength(1);
  expect(zammad.searches.map(({ pathname, searchParams }) => [pathname, ...searchParams.values()])).toEqual([
    ['/api/v1/tickets/search', 'true', '10', 'contains', `[Quad #${number}]`, 'contains', id],
  ]);
});

test('a ticket that is closed and reopened while it is being sent is not sent by another instance, too', async () => {
  const zammad = await startZammad();
  const good = zammad.answer;
  const held: ServerResponse[] = [];
  zammad.answer = (response) => held.push(response);
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const { id, number } = await submit(student);
  const params = { id };
  await vi.waitFor(() => expect(held).toHaveLength(1), patience);
  await student.send(closeTicket, { params });
  await student.send(replyToTicket, { params, body: { text: 'Still not.' } });
  // What another instance does.
  const taken = await desk.rows(
    `update jobs.job set state = 'active' where name = 'help-desk.hand-over' and state = 'created' returning data`,
  );
  expect(taken).toMatchObject([{ data: { ticketId: id, isAgain: true } }]);
  const send = vi.fn();
  const { platform } = desk.server.quad;
  const job = createHandOver({ ...platform, handOver: { find: async () => null, send } });
  const run = () =>
    job.run({ ticketId: id, isAgain: true }, { signal: new AbortController().signal, log: platform.log });
  await expect(run()).rejects.toThrow('Another job is handing this ticket over.');

  for (const response of held) good(response);
  await vi.waitFor(async () => {
    expect((await student.send(readTicket, { params })).body.data).toMatchObject({ isHandedOver: true });
  }, patience);
  await vi.waitFor(
    async () => expect(await run()).toBe(`Ticket #${number} was already handed over.`),
    patience,
  );
  expect(send).not.toHaveBeenCalled();
});
