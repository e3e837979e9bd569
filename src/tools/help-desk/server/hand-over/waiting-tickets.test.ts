import { expect, test, vi } from 'vitest';
import { readDeskTicket, submitTicket } from '../../contract.ts';
import { takeEmail } from '../incoming/take-email.ts';
import { patience, ticketForm } from '../testing/desk.ts';
import { deskWith, startZammad, token, tryAgain, waitForRetry } from '../testing/zammad.ts';
import { createHandOver } from './job.ts';

test('another help desk gets the address where the requester gets email now, or none', async () => {
  const zammad = await startZammad();
  const good = zammad.answer;
  zammad.answer = (response) => response.writeHead(503).end();
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student, it } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const { id } = (await student.send(submitTicket, { body: ticketForm })).body.data;
  const address = async () => (await it.send(readDeskTicket, { params: { id } })).body.data.requester.email;
  await waitForRetry(desk);
  await desk.rows("update people set disabled = true where email = 'student@sawtooth.example'");
  expect(await address()).toBeNull();
  const [{ requester_id }] = (await desk.rows('select requester_id from help_tickets where id = $1', [
    id,
  ])) as [{ requester_id: string }];
  await desk.rows("update people set disabled = false, email = 'renamed@sawtooth.example' where id = $1", [
    requester_id,
  ]);
  expect(await address()).toBe('renamed@sawtooth.example');
  zammad.answer = good;
  await tryAgain(desk);
  await vi.waitFor(
    () => expect(zammad.got.at(-1)?.body).toMatchObject({ customer_id: 'guess:renamed@sawtooth.example' }),
    patience,
  );
});

test('a ticket that waits for a help desk that is no longer configured takes replies by email again', async () => {
  const zammad = await startZammad();
  zammad.answer = (response) => response.writeHead(503).end();
  const handOver = { kind: 'zammad', url: zammad.url, group: 'IT' };
  const { desk, student } = await deskWith(handOver, { QUAD_ZAMMAD_TOKEN: token });
  const { id } = (await student.send(submitTicket, { body: ticketForm })).body.data;
  await waitForRetry(desk);
  const { platform } = desk.server.quad;
  const [{ mail_reference }] = (await desk.rows('select mail_reference from help_tickets')) as [
    { mail_reference: string },
  ];
  const reply = (key: string) =>
    takeEmail(
      { ...platform, messagesPerHour: 30 },
      {
        key,
        tokens: [mail_reference],
        from: 'student@sawtooth.example',
        text: 'Still broken.',
        quoted: '',
        isCut: false,
        hasAttachments: false,
        isAutomatic: false,
      },
    );
  expect(await reply('first')).toBe('not matched');
  const other = (await student.send(submitTicket, { body: ticketForm })).body.data;
  const job = createHandOver({ ...platform, handOver: null });
  const context = { signal: new AbortController().signal } as never;
  expect(await job.run({ ticketId: id, isAgain: false }, context)).toContain('stays here');
  expect(await reply('second')).toBe('matched');
  const kept = await desk.rows('select id from help_tickets where handed_to is null');
  expect([kept.map((one) => one.id), other.id === id]).toEqual([[id], false]);
});
