import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import {
  answerTicket,
  changeTicket,
  mergeTicket,
  readDeskTicket,
  readTicketStart,
  submitTicket,
} from '../src/tools/help-desk/contract.ts';
import { createRetention } from '../src/tools/help-desk/server/retention.ts';
import {
  addRaLog,
  assignFollowUp,
  closeFollowUp,
  exportRaLogs,
  listRaLogs,
} from '../src/tools/ra-logs/contract.ts';
import { serverTools } from '../src/tools/server.ts';

let server: TestServer;

beforeAll(async () => {
  const tools = serverTools.filter(({ tool }) => ['help-desk', 'ra-logs'].includes(tool.id));
  server = await createTestServer({ tools });
});
afterAll(() => server.stop());

const secret = 'zzstudentnamezz';

test('a log becomes one ticket without its free text, for those who work on it, and its solution closes it', async () => {
  const [ra, reslife, it, staff] = await Promise.all(
    ['ra', 'reslife', 'it', 'staff'].map((name) => server.signIn(name)),
  );
  if (!ra || !reslife || !it || !staff) throw new Error('Someone could not sign in.');
  const texts = { safetyConcerns: secret, warnings: secret, reports: secret, comments: secret };
  // Another one, which all of this is not about.
  await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } });
  const { data: log } = (
    await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true, ...texts } })
  ).body;
  const params = { log: log._id };
  await reslife.send(assignFollowUp, {
    params: { id: log._id },
    body: { owner: 'reslife@sawtooth.example' },
  });

  // Not the person who filed it, nor anyone else without the follow-up.
  for (const other of [ra, staff]) {
    expect((await other.send(readTicketStart, { params })).status).toBe(404);
    const body = { subject: 'x', description: 'x', log: log._id };
    expect((await other.send(submitTicket, { body })).status).toBe(404);
  }
  const start = await reslife.send(readTicketStart, { params });
  expect(start.body.data).toMatchObject({ subject: 'Follow-up in Anderson', building: 'Anderson' });
  expect(start.text).not.toContain(secret);

  const { subject, description } = start.body.data;
  const body = { subject, description, log: log._id };
  const both = await Promise.all([1, 2].map(() => reslife.send(submitTicket, { body })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const { id, number } = both.find(({ status }) => status === 201)?.body.data ?? { id: '', number: 0 };
  const linked = await reslife.send(listRaLogs, { query: { page: 1 } });
  expect(linked.body.data[0]?.followUpTask).toMatchObject({
    ticket: { id, number, isOwn: true },
    closed: false,
  });
  expect(linked.body.data[1]?.followUpTask).toMatchObject({ ticket: null, closed: false });
  const others = await it.send(listRaLogs, { query: { page: 1 } });
  expect(others.body.data[0]?.followUpTask).toMatchObject({ ticket: { id, number, isOwn: false } });
  const atDesk = await it.send(readDeskTicket, { params: { id } });
  expect(atDesk.body.data.log).toEqual({ building: 'Anderson', isOpen: true });
  expect(atDesk.text).not.toContain(secret);

  const solution = { text: 'New lock fitted.', state: 'solved', closeFollowUp: 'true' } as const;
  const solved = await it.send(answerTicket, { params: { id }, body: solution });
  expect(solved.body.data).toMatchObject({ state: 'solved', log: { isOpen: false } });
  const { data } = (await reslife.send(listRaLogs, { query: { page: 1 } })).body;
  expect(data[0]?.followUpTask).toMatchObject({
    closed: true,
    closingNote: 'New lock fitted.',
    closedBy: 'Iris Thornwell',
  });
  const again = [ra, staff, reslife].map((other) => other.send(readTicketStart, { params }));
  expect((await Promise.all(again)).map(({ status }) => status)).toEqual([404, 404, 409]);
  expect((await reslife.send(exportRaLogs, { query: {} })).text).toContain(`,${number}`);
  const { rows } = await server.database.pool.query(
    `select data from jobs.job where name = 'ra-logs.closing-notice'`,
  );
  expect(rows).toEqual([{ data: { logId: log._id } }]);
  const { data: notices } = await server.quad.platform.jobs.list({
    name: 'ra-logs.closing-notice',
    paging: { page: 1, pageSize: 10 },
  });
  expect(notices).toMatchObject([{ about: 'Anderson' }]);
});

test('setting a ticket to Solved can close the follow-up, too, with a note of its own', async () => {
  const reslife = await server.signIn('reslife');
  const it = await server.signIn('it');
  const { data: log } = (await reslife.send(addRaLog, { body: { building: 'Hayman', followUp: true } })).body;
  const body = { subject: 'Light', description: 'It flickers.', log: log._id };
  const { id } = (await reslife.send(submitTicket, { body })).body.data;
  const change = { state: 'solved', closingNote: 'New tube.' } as const;
  const { data } = (await it.send(changeTicket, { params: { id }, body: change })).body;
  expect(data).toMatchObject({ state: 'solved', log: { building: 'Hayman', isOpen: false } });
  const logs = await reslife.send(listRaLogs, { query: { page: 1 } });
  expect(logs.body.data[0]?.followUpTask).toMatchObject({ closed: true, closingNote: 'New tube.' });
});

test('a follow-up that was closed in the meantime gets no ticket, and another one does', async () => {
  const reslife = await server.signIn('reslife');
  const file = async () =>
    (await reslife.send(addRaLog, { body: { building: 'Finney', followUp: true } })).body.data._id;
  const [closed, open] = [await file(), await file()];
  await reslife.send(closeFollowUp, { params: { id: closed }, body: { closingNote: 'Fixed by hand.' } });
  const ask = (log: string) =>
    reslife.send(submitTicket, { body: { subject: 'Light', description: 'It flickers.', log } });
  expect(await ask(closed)).toMatchObject({
    status: 409,
    body: { detail: 'This follow-up is already closed.' },
  });
  expect((await ask(open)).status).toBe(201);
});

test('a log names the ticket that its own one was merged into, whose solution closes the follow-up', async () => {
  const reslife = await server.signIn('reslife');
  const it = await server.signIn('it');
  const file = async (building: string) => {
    const { data: log } = (await reslife.send(addRaLog, { body: { building, followUp: true } })).body;
    const body = { subject: 'Door', description: 'It squeaks.', log: log._id };
    return (await reslife.send(submitTicket, { body })).body.data;
  };
  const [one, other] = [await file('Simplot'), await file('Vorhees')];
  const merge = (id: string, into: number) => it.send(mergeTicket, { params: { id }, body: { into } });
  expect((await merge(one.id, other.number)).body).toMatchObject({ reason: 'two-logs' });

  const again = { subject: 'Again', description: 'It still squeaks.' };
  const { id, number } = (await reslife.send(submitTicket, { body: again })).body.data;
  expect((await merge(one.id, number)).body.data.log).toEqual({ building: 'Simplot', isOpen: true });
  const task = async () => {
    const { data } = (await reslife.send(listRaLogs, { query: { page: 1, building: 'Simplot' } })).body;
    return data[0]?.followUpTask;
  };
  expect(await task()).toMatchObject({ ticket: { id, number, isOwn: true }, closed: false });
  const solution = { text: 'Oiled.', state: 'solved', closeFollowUp: 'true' } as const;
  await it.send(answerTicket, { params: { id }, body: solution });
  expect(await task()).toMatchObject({ closed: true, closingNote: 'Oiled.' });
});

test('a ticket that is removed leaves no number on its log, which can then get another one', async () => {
  const reslife = await server.signIn('reslife');
  const it = await server.signIn('it');
  const { data: log } = (await reslife.send(addRaLog, { body: { building: 'Finney', followUp: true } })).body;
  const body = { subject: 'Door', description: 'It squeaks.', log: log._id };
  const { id } = (await reslife.send(submitTicket, { body })).body.data;
  await it.send(changeTicket, { params: { id }, body: { state: 'solved' } });
  await server.database.pool.query(
    `update help_tickets set solved_at = now() - interval '4 years' where id = $1`,
    [id],
  );
  const { platform } = server.quad;
  const retention = createRetention(platform, { keepYears: 3, stored: platform.files });
  await retention.run({}, { log: platform.log, signal: new AbortController().signal });
  const logs = await reslife.send(listRaLogs, { query: { page: 1 } });
  expect(logs.body.data[0]?.followUpTask).toMatchObject({ ticket: null });
  expect((await reslife.send(submitTicket, { body })).status).toBe(201);
});

test('a solution that leaves the follow-up alone leaves it open', async () => {
  const reslife = await server.signIn('reslife');
  const it = await server.signIn('it');
  const { data: log } = (await reslife.send(addRaLog, { body: { building: 'Finney', followUp: true } })).body;
  const body = { subject: 'Door', description: 'It squeaks.', log: log._id };
  const { id } = (await reslife.send(submitTicket, { body })).body.data;
  const answer = { text: 'Oiled.', state: 'solved' } as const;
  const { data } = (await it.send(answerTicket, { params: { id }, body: answer })).body;
  expect(data.log).toEqual({ building: 'Finney', isOpen: true });
});
