import { expect, test } from 'vitest';
import type { PageData } from '../../contract/account.ts';
import { arrangePins, mostPins, readPins, setPin } from '../../contract/pins.ts';
import type { TestClient } from '../testing/test-client.ts';
import { startTestServer } from '../testing/test-server.ts';

async function pinsOf(client: TestClient): Promise<PageData['pins']> {
  const { text } = await client.fetch('GET', '/', { headers: { accept: 'text/html' } });
  const [, block = ''] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
  return (JSON.parse(block) as PageData).pins;
}

test('pins belong to a person, come with each page, and add no audit entry', async () => {
  const server = await startTestServer();
  const student = await server.signIn('student');
  const staff = await server.signIn('staff');
  expect(await pinsOf(student)).toBeUndefined();
  const { rows: before } = await server.database.pool.query('select id from audit_entries');

  expect((await student.send(readPins)).body.data).toEqual({ pins: null });
  const pins = ['links.list', 'keys.own', 'links.list'];
  const saved = await student.send(arrangePins, { body: { pins, before: null } });
  expect(saved.body.data.pins).toEqual(['links.list', 'keys.own']);
  expect((await student.send(readPins)).body.data).toEqual(saved.body.data);
  expect(await pinsOf(student)).toEqual(['links.list', 'keys.own']);
  expect(await pinsOf(await server.signIn('student'))).toEqual(['links.list', 'keys.own']);
  expect(await pinsOf(staff)).toBeUndefined();
  expect(await pinsOf(server.visitor)).toBeUndefined();

  await student.send(arrangePins, { body: { pins: [], before: saved.body.data.pins } });
  expect(await pinsOf(student)).toEqual([]);
  const { rows: after } = await server.database.pool.query(
    `select id from audit_entries where action not like 'session.%'`,
  );
  expect(after.length).toBeLessThanOrEqual(before.length);
  const tooMany = Array.from({ length: 41 }, (_, index) => `tool.${index}`);
  expect((await student.send(arrangePins, { body: { pins: tooMany, before: [] } })).status).toBe(400);
});

test('a pin is added or removed alone, and keeps what was pinned on another device', async () => {
  const server = await startTestServer();
  const student = await server.signIn('student');
  const phone = await server.signIn('student');
  const set = async (client: TestClient, tool: string, pinned: boolean, atFirst = ['a.first', 'b.first']) =>
    (await client.send(setPin, { body: { tool, pinned, atFirst } })).body.data.pins;
  expect(await set(student, 'c.own', true)).toEqual(['a.first', 'b.first', 'c.own']);
  expect(await set(phone, 'd.own', true)).toEqual(['a.first', 'b.first', 'c.own', 'd.own']);
  expect(await set(student, 'a.first', false)).toEqual(['b.first', 'c.own', 'd.own']);
  expect(await set(phone, 'c.own', true)).toEqual(['b.first', 'c.own', 'd.own']);
  await Promise.all(['e', 'f', 'g'].map((tool) => set(student, tool, true)));
  expect((await student.send(readPins)).body.data.pins?.toSorted()).toEqual(
    ['b.first', 'c.own', 'd.own', 'e', 'f', 'g'].toSorted(),
  );
  const staff = await server.signIn('staff');
  expect(await set(staff, 'a.first', false)).toEqual(['b.first']);

  const full = Array.from({ length: mostPins }, (_, index) => `tool.${index}`);
  await staff.send(arrangePins, { body: { pins: full, before: ['b.first'] } });
  expect(await set(staff, 'tool.3', true)).toEqual(full);
  const more = await staff.send(setPin, { body: { tool: 'one.more', pinned: true, atFirst: [] } });
  expect([more.status, more.body]).toMatchObject([409, { reason: 'too-many' }]);
  expect(await set(staff, 'tool.3', false)).toHaveLength(mostPins - 1);
});

test('an order is refused if the pins were changed since, and stored once', async () => {
  const server = await startTestServer();
  const student = await server.signIn('student');
  const arrange = (pins: string[], before: string[] | null) =>
    student.send(arrangePins, { body: { pins, before } });
  const refused = [409, { reason: 'pins-changed' }];
  const of = ({ status, body }: Awaited<ReturnType<typeof arrange>>) => [status, body];
  for (let time = 0; time < 2; time += 1)
    expect((await arrange(['b', 'a'], null)).body.data).toEqual({ pins: ['b', 'a'] });
  expect(of(await arrange(['a', 'c'], null))).toMatchObject(refused);
  await student.send(setPin, { body: { tool: 'c', pinned: true, atFirst: [] } });
  expect(of(await arrange(['a', 'b'], ['b', 'a']))).toMatchObject(refused);
  expect((await student.send(readPins)).body.data.pins).toEqual(['b', 'a', 'c']);
  expect((await arrange(['c', 'a', 'b'], ['b', 'a', 'c'])).body.data.pins).toEqual(['c', 'a', 'b']);
});

test('a page opens without the pins when they cannot be read', async () => {
  const server = await startTestServer();
  const student = await server.signIn('student');
  await server.database.pool.query('drop table pins');
  expect(await pinsOf(student)).toBeUndefined();
});
