import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listNotices } from '../../../platform/contract/notices.ts';
import { EmailDeferred } from '../../../platform/server/mail/email-deferred.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import {
  changeIncident,
  changeTicket,
  joinIncident,
  listAllIncidents,
  mergeTicket,
  postIncident,
  readDeskOptions,
} from '../contract.ts';
import { createIncidentEmail } from './incident-email.ts';
import { createTestDesk, patience, submit, type TestDesk } from './testing/desk.ts';

let desk: TestDesk;
let student: TestClient;
let it: TestClient;

beforeAll(async () => {
  desk = await createTestDesk();
  student = await desk.server.signIn('student');
  it = await desk.server.signIn('it');
});
afterAll(() => desk.stop());
beforeEach(() => desk.rows(`update help_incidents set state = 'solved'`));

const issue = { title: 'No Wi-Fi in Hayman', text: 'We replace a switch.', category: 'Classroom' };
const place = '/support/submit-help-desk-ticket';
const shown = async (client: TestClient) => (await client.send(listNotices)).body.data;

test('a known issue is shown to everyone, who can say once that they have it too', async () => {
  const { status, body } = await it.send(postIncident, { body: issue });
  expect([status, body.data]).toMatchObject([201, { ...issue, state: 'open', affected: 0 }]);
  const params = { id: body.data.id };
  const answers = await Promise.all(Array.from({ length: 5 }, () => student.send(joinIncident, { params })));
  expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 200]);
  const { title, text } = issue;
  const notice = { tool: 'help-desk', key: params.id, tone: 'warning', title, text };
  expect(await shown(student)).toMatchObject([
    { ...notice, about: "IT knows about it. You'll get updates by email.", action: null },
  ]);
  expect(await shown(it)).toMatchObject([
    { ...notice, about: 'IT knows about it. One person has it.', action: { label: 'I have this too' } },
  ]);
  expect(await shown(await desk.server.signIn('nogroups'))).toEqual([]);
  expect((await student.fetch('GET', place)).text).toContain(`<h2 class="quad-notice-title">${title}</h2>`);
  expect((await student.send(postIncident, { body: issue })).status).toBe(403);
  expect((await student.send(changeIncident, { params, body: { ...issue, state: 'solved' } })).status).toBe(
    403,
  );
});

test('people who chose no email about issues are not promised any', async () => {
  const { id } = (await it.send(postIncident, { body: issue })).body.data;
  const faculty = await desk.server.signIn('faculty');
  await desk.rows(
    `insert into notification_choices (person_id, topic, choice)
     select id, 'help-desk.known-issues', 'portal' from people where email = 'faculty@sawtooth.example'`,
  );
  onTestFinished(async () => void (await desk.rows('delete from notification_choices')));
  expect(await shown(faculty)).toMatchObject([{ action: { done: 'You will see updates here' } }]);
  await faculty.send(joinIncident, { params: { id } });
  expect(await shown(faculty)).toMatchObject([{ about: "IT knows about it. You'll see updates here." }]);
});

test('an update and the solution reach each of them once, by email, and a solved issue is gone', async () => {
  const { data } = (await it.send(postIncident, { body: { title: 'Printing is slow', text: 'Wait.' } })).body;
  const params = { id: data.id };
  for (const name of ['student', 'faculty'])
    await (await desk.server.signIn(name)).send(joinIncident, { params });
  const change = (text: string, state: 'open' | 'solved', version: number) =>
    it.send(changeIncident, { params, body: { title: 'Printing is slow', text, state, version } });
  const about = async (words: string) =>
    (await desk.emails()).filter(({ text }) => text?.includes(words)).map(({ to }) => to?.[0]?.address);

  expect((await change('A new server is coming.', 'open', 1)).status).toBe(200);
  const both = ['faculty@sawtooth.example', 'student@sawtooth.example'];
  await vi.waitFor(async () => expect((await about('A new server')).toSorted()).toEqual(both), patience);
  const { data: jobs } = await desk.server.quad.platform.jobs.list({
    name: 'help-desk.incident-email',
    paging: { page: 1, pageSize: 2 },
  });
  expect(jobs[0]).toMatchObject({ about: 'Printing is slow' });
  const stale = await change('Twice.', 'open', 1);
  expect([stale.status, stale.body]).toMatchObject([409, { reason: 'stale-version' }]);
  await change('Printing is quick again.', 'solved', 2);
  await vi.waitFor(async () => expect((await about('quick again')).toSorted()).toEqual(both), patience);
  expect(await about('Twice.')).toEqual([]);
  expect((await shown(student)).map(({ key }) => key)).not.toContain(data.id);
  expect((await it.send(joinIncident, { params })).body).toMatchObject({ reason: 'already-solved' });
  const { body } = await it.send(listAllIncidents, { query: { page: 1 } });
  expect(body.data[0]).toMatchObject({ id: data.id, state: 'solved', affected: 2 });
  const { rows } = await desk.server.database.pool.query(
    `select data::text from jobs.job where name = 'help-desk.incident-email' and data->>'incidentId' = $1`,
    [data.id],
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/Printing|sawtooth/);
});

test('an update of one issue leaves another, and those who wait for its email, as they are', async () => {
  const post = async (title: string) =>
    (await it.send(postIncident, { body: { title, text: 'Wait.' } })).body.data;
  const [one, other] = [await post('Ice in lot A'), await post('Ice in lot B')];
  const params = { id: one.id };
  await student.send(joinIncident, { params });
  // As if the mail server had not taken the emails about the other one, yet.
  await desk.rows(
    `insert into help_incident_recipients (incident_id, version, person_id)
     select $1::uuid, given.version, id from people, (values (1), (2)) as given (version)
     where email = 'student@sawtooth.example'`,
    [other.id],
  );
  const others = () =>
    desk.rows(
      `select i.title, i.text, i.version, r.version as waiting
       from help_incidents i join help_incident_recipients r on r.incident_id = i.id where i.id = $1
       order by r.version`,
      [other.id],
    );
  const before = await others();
  const body = { title: one.title, text: 'It is salted.', state: 'open' } as const;
  await it.send(changeIncident, { params, body: { ...body, version: 1 } });
  const waiting = () => desk.rows('select from help_incident_recipients where incident_id = $1', [one.id]);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience);
  const moved = await it.send(changeIncident, {
    params,
    body: { ...body, category: 'Classroom', version: 2 },
  });
  expect([moved.status, before.length]).toEqual([200, 2]);
  expect(await others()).toEqual(before);
});

test('a new category alone is no news, except to those who are still waiting for the last update', async () => {
  const first = { title: 'Sound is off', text: 'Wait.' };
  const { data } = (await it.send(postIncident, { body: first })).body;
  const params = { id: data.id };
  await student.send(joinIncident, { params });
  await desk.server.signIn('faculty');
  const change = async (changes: object, version: number) => {
    const body = { ...first, state: 'open', ...changes, version } as const;
    return (await it.send(changeIncident, { params, body })).body.data;
  };
  const about = async () =>
    (await desk.emails()).filter(({ subject }) => subject?.includes(first.title)).map(({ text }) => text);
  const waiting = () =>
    desk.rows('select version from help_incident_recipients where incident_id = $1', [data.id]);

  const moved = await change({ category: 'Classroom' }, 1);
  expect(moved).toMatchObject({ category: 'Classroom', updatedAt: data.updatedAt, version: 2 });
  expect(await waiting()).toEqual([]);
  await change({ text: 'A new amplifier is coming.', category: 'Classroom' }, 2);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience);
  // As if the mail server had not taken it, yet. The email about an earlier version is left to the job for that one.
  await desk.rows(
    `insert into help_incident_recipients (incident_id, version, person_id)
     select $1::uuid, given.version, id from people, (values (2), (3)) as given (version)
     where email = 'faculty@sawtooth.example'`,
    [data.id],
  );
  await change({ text: 'A new amplifier is coming.' }, 3);
  await vi.waitFor(async () => expect(await waiting()).toEqual([{ version: 2 }]), patience);
  expect(await about()).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('amplifier')));
});

test('an update for thousands is one job, and its next try continues with those who have no email yet', {
  tags: 'long',
}, async () => {
  await desk.server.signIn('faculty');
  const { data } = (await it.send(postIncident, { body: { title: 'No phones', text: 'Wait.' } })).body;
  const params = { id: data.id };
  await desk.rows(
    `insert into help_incident_people (incident_id, person_id)
     select $1::uuid, id from people where email in ('student@sawtooth.example', 'faculty@sawtooth.example')
     union all select $1::uuid, gen_random_uuid() from generate_series(1, 2000)`,
    [data.id],
  );
  const body = { title: 'No phones', text: 'They ring again.', state: 'solved' } as const;
  expect((await it.send(changeIncident, { params, body })).body.data.affected).toBe(2002);
  const got = async () =>
    (await desk.emails())
      .filter(({ text }) => text?.includes('ring again'))
      .map(({ to }) => to?.[0]?.address)
      .toSorted();
  const both = ['faculty@sawtooth.example', 'student@sawtooth.example'];
  const waiting = () => desk.rows('select from help_incident_recipients where incident_id = $1', [data.id]);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), patience);
  expect(await got()).toEqual(both);
  const jobs = await desk.rows(`select from jobs.job where data->>'incidentId' = $1`, [data.id]);
  expect(jobs).toHaveLength(1);

  await desk.rows(
    `insert into help_incident_recipients (incident_id, version, person_id)
     select $1::uuid, 2, id from people where email = any($2)`,
    [data.id, both],
  );
  const { platform } = desk.server.quad;
  const sent: string[] = [];
  const tryAgain = (isFull: boolean) => {
    const send = async ({ to }: { to: string }) => {
      if (isFull && to === both[0]) throw new EmailDeferred('Later (452 4.2.2).');
      sent.push(String(to));
      return 'sent';
    };
    const job = createIncidentEmail({ ...platform, mail: { ...platform.mail, send } });
    const context = { log: platform.log, signal: new AbortController().signal };
    return job.run({ incidentId: data.id, version: 2 }, context);
  };
  await expect(tryAgain(true)).rejects.toThrow('Later');
  expect(await tryAgain(false)).toBe('Notified 1 of 1 people.');
  expect(sent).toEqual(both.toReversed());
  expect(await waiting()).toEqual([]);
});

test('a ticket is linked to an open known issue, and its requester then gets the news', async () => {
  const { id, number } = await submit(student);
  const { data: open } = (await it.send(postIncident, { body: { title: 'VPN is down', text: 'Wait.' } }))
    .body;
  const link = (incident: string) => it.send(changeTicket, { params: { id }, body: { incident } });
  const options = (await it.send(readDeskOptions)).body.data.incidents;
  expect(options[0]).toEqual({ id: open.id, title: 'VPN is down' });
  const { body } = await link(open.id);
  expect(body.data.incident).toEqual({ id: open.id, title: 'VPN is down', state: 'open' });
  expect(await shown(student)).toContainEqual(expect.objectContaining({ key: open.id, action: null }));

  const solved = { title: 'VPN is down', text: `Solved for #${number}.`, state: 'solved' } as const;
  await it.send(changeIncident, { params: { id: open.id }, body: solved });
  const told = async () => (await desk.emails()).filter(({ text }) => text?.includes(solved.text));
  await vi.waitFor(async () => expect(await told()).toHaveLength(1), patience);
  expect((await it.send(readDeskOptions)).body.data.incidents).not.toContainEqual(options[0]);
  expect((await link('')).body.data.incident).toBeNull();
  const { body: unlinked } = await it.send(listAllIncidents, { query: { page: 1 } });
  expect(unlinked.data.find((one) => one.id === open.id)?.affected).toBe(0);
  expect([(await link(open.id)).status, (await link(id)).body]).toMatchObject([
    400,
    { reason: 'unknown-incident', fields: { incident: expect.any(String) } },
  ]);
});

test('the requester of an unlinked ticket gets no more updates, unless they said that they have it, too', async () => {
  const { data } = (await it.send(postIncident, { body: { title: 'No VPN', text: 'Wait.' } })).body;
  const params = { id: data.id };
  const link = async (name: string, incident: string, id?: string) => {
    const ticket = id ?? (await submit(await desk.server.signIn(name))).id;
    await it.send(changeTicket, { params: { id: ticket }, body: { incident } });
    return ticket;
  };
  const [first, second] = [await link('student', data.id), await link('student', data.id)];
  const joined = await desk.server.signIn('faculty');
  await joined.send(joinIncident, { params });
  const other = await link('faculty', data.id);
  const change = (text: string) =>
    it.send(changeIncident, { params, body: { title: 'No VPN', text, state: 'open' } });
  const told = async (words: string) =>
    (await desk.emails())
      .filter(({ text }) => text?.includes(words))
      .map(({ to }) => to?.[0]?.address)
      .toSorted();
  const both = ['faculty@sawtooth.example', 'student@sawtooth.example'];
  // Two tickets of one person count as one person; one fewer ticket changes nothing.
  expect((await change('News one.')).body.data.affected).toBe(2);
  await link('student', '', first);
  expect((await change('News two.')).body.data.affected).toBe(2);
  await vi.waitFor(async () => expect(await told('News two.')).toEqual(both), patience);
  await link('student', '', second);
  await link('faculty', '', other);
  expect((await change('News three.')).body.data.affected).toBe(1);
  await vi.waitFor(
    async () => expect(await told('News three.')).toEqual(['faculty@sawtooth.example']),
    patience,
  );
  await vi.waitFor(
    async () =>
      expect(
        await desk.rows('select from help_incident_recipients where incident_id = $1', [data.id]),
      ).toEqual([]),
    patience,
  );
  expect(await told('News three.')).toEqual(['faculty@sawtooth.example']);
});

test('merging tickets with two known issues keeps their requester among the people who have both', async () => {
  const link = async (title: string) => {
    const { data } = (await it.send(postIncident, { body: { title, text: 'Wait.' } })).body;
    const ticket = await submit(student);
    await it.send(changeTicket, { params: { id: ticket.id }, body: { incident: data.id } });
    return { ...ticket, issue: data.id };
  };
  const [one, other] = [await link('No heat'), await link('No water')];
  const merged = await it.send(mergeTicket, { params: { id: one.id }, body: { into: other.number } });
  expect(merged.body.data.incident?.id).toBe(other.issue);
  const { body } = await it.send(listAllIncidents, { query: { page: 1 } });
  const affected = [one, other].map(({ issue }) => body.data.find(({ id }) => id === issue)?.affected);
  expect(affected).toEqual([1, 1]);
});
