import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog, listRaLogs, reviewRaLog } from '../contract.ts';
import { raLogsServer } from './index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer] });
  const ra = await server.signIn('ra');
  const reslife = await server.signIn('reslife');
  const { body } = await ra.send(addRaLog, { body: { building: 'Hayman' } });
  await reslife.send(reviewRaLog, { params: { id: body.data._id }, body: {} });
  await ra.send(addRaLog, { body: { building: 'Hayman' } });
});
afterAll(() => server.stop());

async function found(query: { submittedBy?: string; reviewedBy?: string }): Promise<number | undefined> {
  const reslife = await server.signIn('reslife');
  return (await reslife.send(listRaLogs, { query: { page: 1, ...query } })).body.meta.total;
}

test.each([
  ['Rosalie Fenn', 1],
  ['  rosalie   HALE ', 1],
  ['rosalie.fenn.hale', 1],
  ['Rosalie Smith', 0],
  // Of the reviewer's address, which no log shows as Reviewed By.
  ['reslife@', 0],
])('Reviewed By %j finds %i', async (reviewedBy, total) => {
  expect(await found({ reviewedBy })).toBe(total);
});

test.each([
  ['Arlo Benning', 2],
  ['benning', 2],
  ['ra@sawtooth', 2],
  ['Rosalie', 0],
])('Submitted By %j finds %i', async (submittedBy, total) => {
  expect(await found({ submittedBy })).toBe(total);
});
