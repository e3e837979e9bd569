import { expect, test } from 'vitest';
import type { PageData } from '../../contract/account.ts';
import { savePins } from '../../contract/pins.ts';
import type { TestClient } from '../testing/test-client.ts';
import { startTestServer } from '../testing/test-server.ts';

async function pinsOf(client: TestClient): Promise<PageData['pins']> {
  const { text } = await client.fetch('GET', '/', { headers: { accept: 'text/html' } });
  const [, block = ''] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
  return (JSON.parse(block) as PageData).pins;
}

test('pins belong to a person, come with each page, and leave no audit entry', async () => {
  const server = await startTestServer();
  const student = await server.signIn('student');
  const staff = await server.signIn('staff');
  expect(await pinsOf(student)).toBeUndefined();
  const { rows: before } = await server.database.pool.query('select id from audit_entries');

  const saved = await student.send(savePins, { body: { pins: ['links.list', 'keys.own', 'links.list'] } });
  expect(saved.body.data.pins).toEqual(['links.list', 'keys.own']);
  expect(await pinsOf(student)).toEqual(['links.list', 'keys.own']);
  expect(await pinsOf(await server.signIn('student'))).toEqual(['links.list', 'keys.own']);
  expect(await pinsOf(staff)).toBeUndefined();
  expect(await pinsOf(server.visitor)).toBeUndefined();

  await student.send(savePins, { body: { pins: [] } });
  expect(await pinsOf(student)).toEqual([]);
  const { rows: after } = await server.database.pool.query(
    `select id from audit_entries where action not like 'session.%'`,
  );
  expect(after.length).toBeLessThanOrEqual(before.length);
  const tooMany = Array.from({ length: 41 }, (_, index) => `tool.${index}`);
  expect((await student.send(savePins, { body: { pins: tooMany } })).status).toBe(400);
});

test('a page opens without the pins when they cannot be read', async () => {
  const server = await startTestServer();
  const student = await server.signIn('student');
  await server.database.pool.query('drop table pins');
  expect(await pinsOf(student)).toBeUndefined();
});
