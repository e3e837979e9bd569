import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listNotices } from '../../../platform/contract/notices.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import {
  changeNotice,
  dismissNotice,
  endNotice,
  giveAllClear,
  publishEmergency,
  withdrawNotice,
} from '../contract.ts';
import { createMemory } from './memory.ts';
import { lockNotice, readClock } from './queries.ts';
import { mayChange, mayEnd, mayGiveAllClear, mayWithdraw } from './rules.ts';
import {
  type EmergencyOffice,
  few,
  openEmergencyOffice,
  patience,
  written,
} from './testing/emergency-office.ts';

let office: EmergencyOffice;
beforeAll(async () => {
  office = await openEmergencyOffice();
});
beforeEach(() => office.reset());
afterAll(() => office.close());

const showing = () =>
  office.rows(`select id from notices where tone = 'emergency' and withdrawn_at is null and ends_at > now()`);

test('an emergency is published when the number of people is right, and only once from two tabs', async () => {
  const { it, student } = office;
  const body = written('Gas leak in Hayman');
  const wrong = await it.send(publishEmergency, { body: { ...body, people: 4 } });
  expect([wrong.status, wrong.body]).toMatchObject([
    428,
    { reason: 'other-number', fields: { people: 'It goes to 3. Type this number to publish.' } },
  ]);
  const tabs = await Promise.all([1, 2, 3].map(() => it.send(publishEmergency, { body })));
  expect(tabs.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(await showing()).toHaveLength(1);
  expect((await student.send(publishEmergency, { body })).status).toBe(403);
});

test('an emergency is on every page of its people, stays there, and is touched only by those who may publish one', async () => {
  const { server, it, student, publish, emails } = office;
  const business = await server.signIn('business');
  const people = few.people + 1;
  const asWritten = {
    ...written('Gas leak in Simplot', { groups: ['Domain-Business'], people }),
    tone: 'emergency' as const,
  };
  const id = await publish(asWritten.title, asWritten);
  const params = { id };
  const { body } = await business.send(listNotices);
  expect(body).toMatchObject({ data: [{ tone: 'emergency', dismissal: null }], unread: 1 });
  expect((await business.send(dismissNotice, { params: { id, version: 1 } })).body).toMatchObject({
    reason: 'is-emergency',
  });
  expect((await student.send(listNotices)).body.data).toEqual([]);
  expect((await student.fetch('GET', '/support')).text).not.toContain('Gas leak');

  const faculty = await server.signIn('faculty');
  for (const refused of [
    await faculty.send(withdrawNotice, { params, body: {} }),
    await faculty.send(giveAllClear, { params, body: { text: 'Over.' } }),
  ])
    expect(refused.status).toBe(403);
  const wider = { ...asWritten, groups: ['Domain-Business', 'Domain-Staff'] };
  expect((await it.send(changeNotice, { params, body: wider })).body).toMatchObject({
    reason: 'fixed-people',
  });
  const tamer = { ...asWritten, tone: 'info' as const };
  expect((await it.send(changeNotice, { params, body: tamer })).body).toMatchObject({ reason: 'fixed-tone' });
  const edited = await it.send(changeNotice, { params, body: { ...asWritten, text: 'Go to the gym.' } });
  expect(edited.body.data).toMatchObject({ version: 2, text: 'Go to the gym.', emailedTo: people });
  expect(await emails('Emergency update: Gas leak in Simplot')).toEqual([]);
  const update = { ...asWritten, text: 'The gym is closed, too.', emailUpdate: true };
  const emailed = (await it.send(changeNotice, { params, body: update })).body.data;
  const sent = async () => (await emails('Emergency update: Gas leak in Simplot')).map(({ text }) => text);
  expect(emailed.emailedTo).toBe(people);
  const said = expect.stringContaining('The gym is closed, too.');
  await vi.waitFor(async () => expect(await sent()).toContainEqual(said), patience);
}, 180_000);

test('the all clear ends it once, and reaches the same people', async () => {
  const { server, it, publish, emails } = office;
  const groups = ['Domain-FGD'];
  const params = { id: await publish('Gas', { groups }) };
  // Now one of them, too.
  const fgd = await server.signIn('fgd');
  // The cut falls into the emoji, and half of one cannot be stored.
  const title = `${'Gas '.repeat(27)}\u{1F525}`;
  await it.send(changeNotice, { params, body: { ...written(title, { groups }), tone: 'emergency' } });
  const give = () => it.send(giveAllClear, { params, body: { text: 'The building is open.', version: 2 } });
  const answers = await Promise.all([give(), give()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await showing()).toEqual([]);
  const { body } = await fgd.send(listNotices);
  expect(body.data).toMatchObject([{ tone: 'info', title: `All clear: ${'Gas '.repeat(27)}` }]);
  await vi.waitFor(async () => expect(await emails('All clear')).toHaveLength(few.people + 1), patience);
  expect((await it.send(endNotice, { params, body: {} })).status).toBe(409);
}, 180_000);

test('an end that began before another one, and comes second, finds the notice ended', async () => {
  const { server, it, publish } = office;
  const other = await publish('Goes on');
  const id = await publish('Ended at once');
  await server.database.database.transaction().execute(async (transaction) => {
    await readClock(transaction);
    expect((await it.send(endNotice, { params: { id }, body: {} })).status).toBe(200);
    expect(await lockNotice(transaction, id)).toMatchObject({ state: 'ended' });
    // Of the other one, it changed nothing, and kept no one waiting.
    expect((await it.send(withdrawNotice, { params: { id: other }, body: {} })).body.data).toMatchObject({
      state: 'withdrawn',
      version: 2,
    });
  });
});

test('an emergency for everyone is on every page of visitors, and stays while the database is down or hangs', async () => {
  const { server, it, rows } = office;
  const sent = { ...written('Campus is closed'), audience: 'everyone' as const, groups: [] };
  const { body } = await it.send(publishEmergency, { body: { ...sent, people: 0 } });
  const [, people = '0'] = /It goes to (\d+)/.exec(JSON.stringify(body)) ?? [];
  const published = await it.send(publishEmergency, { body: { ...sent, people: Number(people) } });
  expect(published.status).toBe(201);
  const drawn = 'Emergency: Campus is closed';
  for (const url of ['/', '/support', '/nowhere'])
    await vi.waitFor(
      async () => expect((await server.visitor.fetch('GET', url)).text).toContain(drawn),
      patience,
    );
  const memory = createMemory(server.quad.platform.reader, 0);
  const remembered = async () => (await memory.listPublic()).map(({ title }) => title);
  expect(await remembered()).toEqual([sent.title]);
  await rows('alter table notices rename to notices_away');
  try {
    expect(await remembered()).toEqual([sent.title]);
  } finally {
    await rows('alter table notices_away rename to notices');
  }
  const other = await server.database.pool.connect();
  try {
    await other.query('begin');
    await other.query('lock table notices in access exclusive mode');
    for (let time = 0; time < 3; time += 1)
      expect(await Promise.race([remembered(), wait(400)])).toEqual([sent.title]);
  } finally {
    await other.query('rollback');
    other.release();
  }
  await rows('update notices set withdrawn_at = now() where title = $1', [sent.title]);
  await vi.waitFor(async () => expect(await remembered()).toEqual([]), patience);
}, 180_000);

test('only people who may publish emergencies may touch one, or its all clear', () => {
  const showing = { tone: 'emergency', state: 'showing', all_clear_of: null } as const;
  const viewer = (permissions: string[]) =>
    ({ kind: 'person', permissions: new Set(permissions) }) as unknown as PersonActor;
  const [office, it] = [viewer(['notices.publish']), viewer(['notices.publish', 'notices.emergency'])];
  for (const rule of [mayChange, mayEnd, mayWithdraw, mayGiveAllClear]) {
    expect(isAllowed(rule(it, showing))).toBe(true);
    expect(isAllowed(rule(office, showing))).toBe(false);
  }
  const allClear = { ...showing, tone: 'info', all_clear_of: 'an-emergency' } as const;
  for (const rule of [mayChange, mayEnd, mayWithdraw]) {
    expect(isAllowed(rule(it, allClear))).toBe(true);
    expect(isAllowed(rule(office, allClear))).toBe(false);
  }
  expect(isAllowed(mayChange(office, { ...showing, tone: 'warning' }))).toBe(true);
  expect(isAllowed(mayGiveAllClear(it, { ...showing, tone: 'warning' }))).toBe(false);
});

test('emergencies are limited by the hour, and what is refused does not count', async () => {
  const { it } = office;
  const toStudents = (number: number) =>
    written(`Number ${number}`, { groups: ['Domain-Student'], people: 1 });
  const first = await it.send(publishEmergency, { body: toStudents(1) });
  expect(first.status).toBe(201);
  const params = { id: first.body.data.id };
  const stale = { ...toStudents(1), tone: 'emergency' as const, emailUpdate: true, version: 9 };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const again = await it.send(publishEmergency, { body: toStudents(1) });
    expect(again.body).toMatchObject({ reason: 'already-showing' });
    const edited = await it.send(changeNotice, { params, body: stale });
    expect(edited.body).toMatchObject({ reason: 'stale-version' });
  }
  const answers = [];
  for (let number = 2; number <= 6; number += 1)
    answers.push((await it.send(publishEmergency, { body: toStudents(number) })).status);
  expect(answers).toEqual([201, 201, 201, 201, 429]);
});
