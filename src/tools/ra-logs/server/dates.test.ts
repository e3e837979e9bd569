import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { foldCounts } from '../../../platform/server/list/counts-keeper.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../../../platform/server/testing/test-server.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import { listRaLogs } from '../contract.ts';
import { raLogs } from '../tool.ts';
import { logCounts } from './counts.ts';
import { raLogsServer } from './index.ts';
import { fileRounds } from './testing/file-rounds.ts';

let server: TestServer;
let reslife: TestClient;
/** Around midnights in Boise (UTC-7 in winter), in three months; oldest first. */
const times = [
  '2026-01-31T06:59:59.999Z',
  '2026-01-31T07:00:00.000Z',
  '2026-02-01T06:59:59.999Z',
  '2026-02-01T07:00:00.000Z',
  '2026-02-14T12:00:00.000Z',
  '2026-03-01T06:59:59.999Z',
  '2026-03-01T07:00:00.000Z',
];

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer] });
  reslife = await server.signIn('reslife');
  await fileRounds(
    server.database,
    times.map((time, index) => ({
      createdAt: new Date(time),
      building: index % 2 === 0 ? 'Anderson' : 'Finney',
      submittedBy: index < 4 ? 'ada@sawtooth.example' : 'bo@sawtooth.example',
    })),
  );
  await foldCounts(logCounts, server.database.database);
});
afterAll(() => server.stop());

const wanted = (from: number, to: number) => times.slice(from, to).toReversed();

test.each([
  ['page=1&from=2026-01-31', wanted(1, 7)],
  ['page=1&to=2026-01-31', wanted(0, 3)],
  ['page=1&from=2026-02-01&to=2026-02-28', wanted(3, 6)],
  ['from=2026-01-31&to=2026-02-28&pageSize=2&page=2', wanted(1, 6).slice(2, 4)],
  ['from=2026-01-31&to=2026-02-28&building=Finney&page=1', [times[5], times[3], times[1]]],
  ['from=2026-01-31&to=2026-02-28&submittedBy=bo@&page=1', wanted(4, 6)],
  ['page=1&from=2026-02-01&to=2026-01-31', []],
  ['page=1&from=&to=', wanted(0, 7)],
])("%s lists the college's days, first and last included", async (query, created) => {
  const { status, body } = await reslife.fetch('GET', `${listRaLogs.path}?${query}`);
  expect(status).toBe(200);
  expect((body as { data: { createdAt: string }[] }).data.map(({ createdAt }) => createdAt)).toEqual(created);
});

test('the total and the export have the same days', async () => {
  const { body } = await reslife.send(listRaLogs, {
    query: { page: 1, from: '2026-01-31', to: '2026-02-28' },
  });
  expect(body.meta.total).toBe(5);
  const { text } = await reslife.fetch('GET', `${listRaLogs.path}/export?from=2026-01-31&to=2026-02-28`);
  expect(text.trim().split('\r\n')).toHaveLength(6);
});

test('a round is found by the day on which it is shown, even if PostgreSQL has different rules for the zone', async () => {
  const campus = copyCampus(Object.keys(raLogs.permissions));
  onTestFinished(() => campus.remove());
  const file = path.join(campus.folder, 'campus.yaml');
  // Alberta has no standard time from 2026 on, which took a year to reach every server.
  writeFileSync(file, readFileSync(file, 'utf8').replace('America/Boise', 'America/Edmonton'));
  const edmonton = await startTestServer({ tools: [raLogsServer], campusFolder: campus.folder });
  const createdAt = new Date('2026-12-02T06:30:00Z');
  await fileRounds(edmonton.database, [{ createdAt }]);
  const day = dayOf(createdAt, 'America/Edmonton');
  const person = await edmonton.signIn('reslife');
  const { body } = await person.send(listRaLogs, { query: { page: 1, from: day, to: day } });
  expect(body.data).toMatchObject([{ createdAt: createdAt.toISOString() }]);
});

test.each(['yesterday', '2026-02-30', '02/01/2026'])('from=%s is refused', async (from) => {
  const refused = await reslife.send(listRaLogs, { query: { page: 1, from } });
  expect(refused).toMatchObject({ status: 400, body: { fields: { from: expect.any(String) } } });
});
