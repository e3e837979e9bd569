import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { busyTime } from '../../../../platform/server/testing/longest-turn.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../../platform/server/testing/test-server.ts';
import * as calls from '../../contract.ts';
import { passwordResetServer } from '../index.ts';
import { canonicalBirthdate, canonicalId, canonicalLastFour, canonicalPhone } from './canonical.ts';

let server: TestServer;
let it: TestClient;
const logLines: Record<string, unknown>[] = [];

beforeAll(async () => {
  server = await createTestServer({ tools: [passwordResetServer], logLines });
  it = await server.signIn('it');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from reset_facts; delete from reset_imports'));

const header = 'principalEmail,id,birthdate,last4ssn,personalPhoneNumber,personalEmail\n';
const ada = 'Ada@Sawtooth.example,0800-301,3/7/2004,7391,(208) 555-0142,ada.lovelace@home.example\n';
const ben = 'ben@sawtooth.example,800302,2003-12-31,,+1 208 555 0143,ben@sawtooth.example\n';
const file = (content: string) => ({ file: { fileName: 'facts.csv', content: header + content } });
const preview = (content: string) => it.send(calls.previewFacts, { files: file(content) });
const save = (content: string, body = {}) => it.send(calls.importFacts, { files: file(content), body });

test('an import is shown first, keeps only hashes and an encrypted email, and nothing from it can be found anywhere', async () => {
  const shown = await preview(ada + ben);
  expect(shown.body.data).toMatchObject({
    people: 2,
    added: 2,
    removed: 0,
    incomplete: 1,
    withoutLastFour: 1,
  });
  expect((await it.send(calls.readFactsState)).body.data).toMatchObject({ people: 0, importedAt: null });
  expect((await save(ada + ben)).status).toBe(201);
  expect((await save(ada)).body.data).toMatchObject({ people: 1, added: 0, changed: 0, removed: 1 });
  const moved = ada.replace('7391', '7392');
  expect((await preview(moved)).body.data).toMatchObject({ changed: 1, removed: 0 });

  const { rows } = await server.database.pool.query(
    `select string_agg(r::text, ' ') as dump from (
       select to_jsonb(f) as r from reset_facts f union all select to_jsonb(a) from audit_entries a
       union all select to_jsonb(k) from idempotency_keys k union all select to_jsonb(i) from reset_imports i) x`,
  );
  for (const fact of ['7391', '2004-03-07', '3/7/2004', '5550142', '555-0142', 'home.example', '800301'])
    expect([fact, `${rows[0].dump}${JSON.stringify(logLines)}`.includes(fact)]).toEqual([fact, false]);
});

test('mistakes are named by row and column and never repeat what the file says', async () => {
  const wrong = `${ada}ada@sawtooth.example,800-301,2/30/2004,73x1,12,nobody\n,,,,,\nx,"${'9'.repeat(10_001)}",1/1/2000,,,\n`;
  const refused = await save(wrong);
  expect(refused.status).toBe(400);
  const { rows } = refused.body as unknown as { rows: { row: number; column: string; value: string }[] };
  expect(rows.map(({ row, column }) => `${row} ${column}`)).toEqual(
    expect.arrayContaining([
      '3 principalEmail',
      '3 id',
      '3 birthdate',
      '3 last4ssn',
      '3 personalPhoneNumber',
      '3 personalEmail',
      '5 id',
    ]),
  );
  expect(rows.every(({ value }) => value === '')).toBe(true);
  expect(refused.text).not.toMatch(/73x1|999|nobody/);
});

test('a file that lost many people needs confirmation', async () => {
  const many = Array.from({ length: 40 }, (_, index) => `p${index}@sawtooth.example,9${index},1/2/2000,,,\n`);
  expect((await save(ada + many.join(''))).status).toBe(201);
  expect((await save(ada)).status).toBe(428);
  expect((await save(ada, { confirmed: 'true' })).body.data).toMatchObject({ removed: 40 });
});

test('a file replaces nothing that was imported since its preview', async () => {
  const first = (await preview(ada)).body.data.version;
  await save(ben);
  const late = await save(ada, { version: first });
  expect([late.status, late.body]).toMatchObject([409, { reason: 'stale-version' }]);
  expect((await preview(ben)).body.data).toMatchObject({ added: 0, removed: 0 });

  const { version } = (await preview(ada)).body.data;
  expect((await save(ada, { version })).body.data).toMatchObject({ added: 1, removed: 1 });
  // A program that has seen no preview.
  expect((await save(ada + ben)).status).toBe(201);
});

test.each([
  [canonicalPhone('+1 (208) 555-0142'), '2085550142'],
  [canonicalPhone('208.555.0142 ext 7'), '2085550142'],
  [canonicalPhone('0049 30 1234567'), '49301234567'],
  [canonicalPhone('12'), ''],
  [canonicalId(' 00-800 301 '), '800301'],
  [canonicalId('s00-12a'), 'S0012A'],
  [canonicalBirthdate('03/07/2004', '2026-11-22'), '2004-03-07'],
  [canonicalBirthdate('2/30/2004', '2026-11-22'), ''],
  [canonicalBirthdate('11/23/2026', '2026-11-22'), ''],
  [canonicalLastFour('73', { fill: true }), '0073'],
  [canonicalLastFour('***-**-7391'), '7391'],
  [canonicalLastFour('73'), ''],
])('%j has one form: %j', (found, wanted) => {
  expect(found).toBe(wanted);
});

test('a phone number with very many extensions is read in an instant', () => {
  const start = busyTime();
  expect(canonicalPhone(`${'x'.repeat(100_000)}\n208-555-0142`)).toBe('');
  expect(busyTime() - start).toBeLessThan(1_000);
});
