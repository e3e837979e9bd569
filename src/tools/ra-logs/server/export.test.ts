import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCsv } from '../../../platform/server/csv/read-csv.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { localMoment } from '../../../platform/server/time/typed-moment.ts';
import { addRaLog, exportRaLogs, listRaLogs, reviewRaLog } from '../contract.ts';
import { raLogsServer } from './index.ts';
import { fileRounds } from './testing/file-rounds.ts';

const columns = [
  'createdAt',
  'writtenAt',
  'building',
  'submittedBy',
  'followUp',
  'fireExtinguishers',
  'exitDoors',
  'safetyConcerns',
  'warnings',
  'reports',
  'comments',
  'reviewed',
  'reviewedBy',
  'reviewedOn',
  'followUpOwner',
  'closingNote',
  'closedBy',
  'closedOn',
  'ticket',
] as const;
const path = '/api/departments/residence-life/resident-assistants/logs/export';

/** As in a spreadsheet, on the college's clock. */
const onCampus = (instant: string | null) => localMoment(new Date(instant ?? ''), 'America/Boise');

let server: TestServer;
let ra: TestClient;
let reslife: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer] });
  ra = await server.signIn('ra');
  reslife = await server.signIn('reslife');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from ra_logs'));

async function download(query: Record<string, string> = {}) {
  const answer = await reslife.send(exportRaLogs, { query });
  const { rows, errors } = await readCsv(Buffer.from(answer.text), { columns, maxRows: 20_000 });
  expect(errors.filter(({ message }) => message !== 'This file has no rows.')).toEqual([]);
  return { ...answer, rows: rows.map(({ values }) => values) };
}

test('without logs the file has its header', async () => {
  const { status, text, headers } = await download();
  expect([status, text]).toEqual([200, `\ufeff${columns.join(',')},timeZone\r\n`]);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="ra-logs-\d{4}-\d\d-\d\d\.csv"$/);
});

describe('the file', () => {
  test('has everything about a log, and a spreadsheet runs nothing in it', async () => {
    const writtenAt = new Date(Date.now() - 3_600_000).toISOString();
    const texts = {
      safetyConcerns: '=HYPERLINK("https://evil.example")',
      warnings: '+1',
      reports: '@SUM(A1)',
      comments: 'line one\nline "two", three',
    };
    const { body } = await ra.send(addRaLog, {
      body: { building: 'Finney', followUp: true, exitDoors: true, writtenAt, ...texts },
    });
    const reviewed = await reslife.send(reviewRaLog, { params: { id: body.data._id }, body: {} });
    const { rows, text } = await download();
    expect(rows).toEqual([
      {
        createdAt: onCampus(body.data.createdAt),
        writtenAt: onCampus(writtenAt),
        building: 'Finney',
        submittedBy: 'ra@sawtooth.example',
        followUp: 'true',
        fireExtinguishers: 'false',
        exitDoors: 'true',
        safetyConcerns: `'${texts.safetyConcerns}`,
        warnings: `'${texts.warnings}`,
        reports: `'${texts.reports}`,
        comments: texts.comments,
        reviewed: 'true',
        reviewedBy: 'rosalie.fenn.hale',
        reviewedOn: onCampus(reviewed.body.data.reviewedOn),
        followUpOwner: '',
        closingNote: '',
        closedBy: '',
        closedOn: '',
        ticket: '',
      },
    ]);
    expect(text).not.toMatch(/(^|,)"?[=+@]/m);
  });

  test('has the logs of the list under the same filters, in the same order, all pages', async () => {
    await fileRounds(
      server.database,
      Array.from({ length: 1_300 }, (_, index) => ({
        building: index % 3 === 0 ? 'Anderson' : 'Finney',
        submittedBy: `person.${index % 5}@sawtooth.example`,
        followUp: index % 10 === 0,
        reviewedBy: index % 2 === 0 ? 'odo' : null,
        // Many at exactly the same time, across three months, the last of which takes more than one read.
        createdAt: new Date(Date.UTC(2026, Math.min(index % 5, 2), 1 + (index % 2))),
        comments: `number ${index}`,
      })),
    );
    for (const query of [
      {},
      { reviewed: 'false' },
      { building: 'Anderson', followUp: 'true' },
      { submittedBy: 'PERSON.3' },
      { reviewedBy: 'odo', building: 'Finney' },
    ] as Record<string, string>[]) {
      const listed: string[] = [];
      for (let page = 1; ; page += 1) {
        const { body } = await reslife.send(listRaLogs, {
          query: { ...query, page, pageSize: 100 } as never,
        });
        listed.push(...body.data.map(({ comments }) => comments));
        if (page >= body.meta.pages) break;
      }
      const { rows } = await download(query);
      expect(rows.map(({ comments }) => comments)).toEqual(listed);
    }
    expect((await download({ submittedBy: 'nobody' })).rows).toEqual([]);
  });

  test('is refused for a building that does not exist', async () => {
    const answer = await reslife.send(exportRaLogs, { query: { building: 'Atlantis' } });
    expect(answer).toMatchObject({ status: 400, body: { reason: 'unknown-building' } });
  });

  test.each(['ra', 'student', 'staff'])('is not for %s', async (name) => {
    expect((await (await server.signIn(name)).fetch('GET', path)).status).toBe(403);
  });

  test('adds an entry about who downloaded it and with which filters', async () => {
    await download({ building: 'Finney', reviewed: 'true' });
    const { rows } = await server.database.pool.query(
      `select actor_name, subject_id, after from audit_entries where action = 'ra-log.export' order by id desc limit 1`,
    );
    expect(rows).toEqual([
      { actor_name: 'Rosalie Fenn Hale', subject_id: 'all', after: { building: 'Finney', reviewed: true } },
    ]);
  });
});

test('a reader who disconnects midway leaves no connection behind', async () => {
  await fileRounds(
    server.database,
    Array.from({ length: 1_300 }, (_, index) => ({ building: 'Finney', comments: `number ${index}` })),
  );
  const address = await server.listen();
  const cookie = [...reslife.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (let turn = 0; turn < 30; turn += 1) {
    const leaving = new AbortController();
    const answer = await fetch(`${address}${path}`, { headers: { cookie }, signal: leaving.signal });
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    await reader?.read();
    leaving.abort();
    await reader?.cancel().catch(() => undefined);
  }
  const { status } = await reslife.send(listRaLogs, { query: { page: 1 } });
  expect(status).toBe(200);
});
