import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { enqueueNote, noteJob, startQueue, theJob } from '../jobs/testing/start-queue.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { everyRow, everyRule } from './testing/compare.ts';
import { addPerson, namesOf, withoutPortal } from './testing/people.ts';
import { addressOf, backUp, openEmptyDatabase, restore, temporaryFolder } from './testing/places.ts';

const migrations = path.resolve('migrations');

test('values of every kind are restored as they were', { tags: 'long' }, async () => {
  const source = await openTestDatabase();
  const odd = 'tab\t, line\nbreak, back\\slash, \\N, quote \', "x", nul-free \u{1f512} é';
  await addPerson(source, 'odd');
  await source.pool.query('update people set name = $1, photo = $2, last_sign_in_at = $3', [
    odd,
    Buffer.from([0, 1, 255, 10, 92]),
    'infinity',
  ]);
  await source.pool.query(
    "insert into demo_people values ('a@b.example', '', array['one', null, 'a,\"b'], null, true)",
  );
  await source.pool.query('insert into change_counters values ($1, $2)', ['large', '9007199254740991']);
  await source.pool.query(
    `insert into audit_entries (id, actor_kind, actor_name, action, subject_type, subject_id, before, after)
     values (gen_random_uuid(), 'system', 'x', 'x', 'x', 'x', 'null', '{"a": [1.50, null, "\\u0001"]}')`,
  );
  const before = await everyRow(source.pool);
  const { file } = await backUp(source.settings);
  const target = await openEmptyDatabase();
  await withoutPortal(target, () => restore(file, target.settings));
  const after = await everyRow(target.pool);
  const same = ['public.people', 'public.demo_people', 'public.change_counters'];
  for (const table of same) expect([table, after[table]]).toEqual([table, before[table]]);
  const { rows } = await target.pool.query(
    'select before::text, after::text from audit_entries order by at limit 1',
  );
  expect(rows).toEqual([{ before: 'null', after: '{"a": [1.50, null, "\\u0001"]}' }]);
  expect(await everyRule(target.pool)).toEqual(await everyRule(source.pool));
});

test('either all rows that are written during a backup are in it, or none', { tags: 'long' }, async () => {
  const source = await openTestDatabase();
  const holder = new pg.Client(source.settings);
  await holder.connect();
  onTestFinished(() => holder.end());
  // The backup reads its tables in order of name, so it stops here between change_counters and people.
  await holder.query('begin; lock table demo_people in access exclusive mode');
  const backup = backUp(source.settings);
  await vi.waitFor(async () => expect(await source.someoneWaits()).toBe(true), { timeout: 10_000 });
  await source.pool.query("insert into change_counters values ('late', 1)");
  await addPerson(source, 'late');
  await holder.query('commit');
  const { file } = await backup;
  const target = await openEmptyDatabase();
  await withoutPortal(target, () => restore(file, target.settings));
  expect(await namesOf(target)).toEqual([]);
  expect((await target.pool.query('select from change_counters')).rowCount).toBe(0);
});

test('a newer backup is refused in one sentence, and an older one is brought up to date', {
  tags: 'long',
}, async () => {
  const source = await openEmptyDatabase();
  const older = openDatabase(source.settings, { size: 1 });
  const [first = '', second = ''] = readdirSync(migrations)
    .filter((name) => name.endsWith('.ts'))
    .toSorted();
  await migrate(older.database, migrations, [path.basename(first, '.ts'), path.basename(second, '.ts')]);
  await older.close();
  await addPerson(source, 'from before');
  const { file } = await backUp(source.settings);
  const target = await openEmptyDatabase();
  const olderCode = temporaryFolder();
  cpSync(path.join(migrations, first), path.join(olderCode, first));
  const refusal = withoutPortal(target, () => restore(file, target.settings, { migrations: olderCode }));
  await expect(refusal).rejects.toThrow('This backup belongs to a newer version of Quad');
  expect(await everyRow(target.pool)).toEqual({});
  await withoutPortal(target, () => restore(file, target.settings));
  expect(await namesOf(target)).toEqual(['from before']);
  expect(await everyRule(target.pool)).toEqual(await everyRule((await openTestDatabase()).pool));
});

test('a backup that lacks an earlier migration, from a branch that landed later, gets it after its rows', {
  tags: 'long',
}, async () => {
  const source = await openTestDatabase();
  await addPerson(source, 'from before');
  const { file } = await backUp(source.settings);
  const target = await openEmptyDatabase();
  const withBranch = temporaryFolder();
  cpSync(migrations, withBranch, { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(withBranch, 'node_modules'));
  writeFileSync(
    path.join(withBranch, '20261121T1000-late-branch.ts'),
    "export const up = (db) => db.updateTable('people').set({ family_name: 'brought up to date' }).execute();",
  );
  await withoutPortal(target, () => restore(file, target.settings, { migrations: withBranch }));
  const { rows } = await target.pool.query('select name, family_name from people');
  expect(rows).toEqual([{ name: 'from before', family_name: 'brought up to date' }]);
});

test('a place that has data is kept unless someone agrees to lose it', { tags: 'long' }, async () => {
  const source = await openTestDatabase();
  await addPerson(source, 'new');
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(path.join(from, 'media'));
  writeFileSync(path.join(from, 'media', 'new.pdf'), 'new');
  const { file } = await backUp(source.settings, { dataFolder: from });
  const target = await openTestDatabase();
  await addPerson(target, 'old');
  for (const name of ['media', 'logs']) mkdirSync(path.join(to, name));
  for (const name of ['media/old.pdf', 'logs/server.log', 'secret'])
    writeFileSync(path.join(to, name), 'old');
  const mayReplace = vi.fn(async () => false);
  const attempt = () =>
    withoutPortal(target, () => restore(file, target.settings, { dataFolder: to, mayReplace }));
  await expect(attempt()).rejects.toThrow('Nothing was changed.');
  expect(await namesOf(target)).toEqual(['old']);
  expect(readdirSync(path.join(to, 'media'))).toEqual(['old.pdf']);
  mayReplace.mockResolvedValue(true);
  await attempt();
  expect(mayReplace).toHaveBeenCalledWith({ tables: 1, rows: 1, files: 1 });
  expect(await namesOf(target)).toEqual(['new']);
  expect(readdirSync(path.join(to, 'media'))).toEqual(['new.pdf']);
  expect(readdirSync(to).toSorted()).toEqual(['logs', 'media', 'secret']);
  expect(readFileSync(path.join(to, 'secret'), 'utf8')).toBe('old');
});

test('emails in the data folder stay where they are, even if an old backup has some', {
  tags: 'long',
}, async () => {
  const source = await openTestDatabase();
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  for (const folder of [from, to]) mkdirSync(path.join(folder, 'mail'));
  writeFileSync(path.join(from, 'mail', 'link.eml'), 'a one-time link');
  writeFileSync(path.join(to, 'mail', 'own.eml'), 'own');
  const { file, manifest } = await backUp(source.settings, { dataFolder: from });
  expect(manifest.files).toEqual([]);
  const target = await openEmptyDatabase();
  await withoutPortal(target, () => restore(file, target.settings, { dataFolder: to }));
  expect(readdirSync(path.join(to, 'mail'))).toEqual(['own.eml']);
});

test('a restore that fails midway leaves rows and files as they were', async () => {
  const source = await openTestDatabase();
  await addPerson(source, 'new');
  // A row that no rule forbids here violates one in a fresh database.
  await source.pool.query('alter table people drop constraint people_email_check');
  await source.pool.query("update people set email = 'LARGE@sawtooth.example'");
  const { file } = await backUp(source.settings);
  const target = await openTestDatabase();
  await addPerson(target, 'old');
  const before = await everyRow(target.pool);
  const to = temporaryFolder();
  writeFileSync(path.join(to, 'kept.txt'), 'old');
  const place = { dataFolder: to, mayReplace: async () => true };
  await expect(withoutPortal(target, () => restore(file, target.settings, place))).rejects.toThrow(
    'people_email_check',
  );
  expect(await everyRow(target.pool)).toEqual(before);
  expect(readdirSync(to)).toEqual(['kept.txt']);
});

test('rows that end with a restore only since a later version are not restored from an older backup', {
  tags: 'long',
}, async () => {
  const source = await openTestDatabase();
  await addPerson(source, 'one-time');
  const { file } = await backUp(source.settings);
  const target = await openEmptyDatabase();
  await withoutPortal(target, () => restore(file, target.settings, { endsAtRestore: ['people'] }));
  expect(await namesOf(target)).toEqual([]);
});

test('a waiting job survives and runs once, whatever is set for the database', { tags: 'long' }, async () => {
  const source = await openTestDatabase();
  const queue = await startQueue(source, [noteJob(async () => undefined)]);
  await queue.stop();
  await enqueueNote(source, queue, 'kept');
  const { file } = await backUp(source.settings);
  const target = await openEmptyDatabase();
  await target.pool.query(`alter database ${target.settings.database} set standard_conforming_strings = off`);
  await withoutPortal(target, () => restore(file, target.settings));
  const run = vi.fn(async () => undefined);
  const again = await startQueue(target, [noteJob(run)]);
  await vi.waitFor(async () => expect((await theJob(again)).state).toBe('done'), { timeout: 15_000 });
  expect(run).toHaveBeenCalledTimes(1);
});

test('only what is known of a widened or unknown table is restored, and the rest is reported', {
  tags: 'long',
}, async () => {
  const source = await openTestDatabase();
  const queue = await startQueue(source, [noteJob(async () => undefined)]);
  await queue.stop();
  await enqueueNote(source, queue, 'kept');
  await source.pool.query("alter table jobs.job add column of_later text default 'x'");
  await source.pool.query('create table own_report as select 1 as x');
  const { file } = await backUp(addressed(source));
  const target = await openEmptyDatabase();
  const { leftOut } = await withoutPortal(target, () => restore(file, addressed(target)));
  expect(leftOut).toEqual(['the column of_later of the table job', 'the table own_report (1 rows)']);
  const { rows } = await target.pool.query("select data from jobs.job where name = 'test.note'");
  expect(rows).toEqual([{ data: { note: 'kept' } }]);
});

test('what a killed restore left behind does not get into the next backup', async () => {
  const source = await openTestDatabase();
  const from = temporaryFolder();
  mkdirSync(path.join(from, '.restoring', 'mail'), { recursive: true });
  writeFileSync(path.join(from, '.restoring', 'mail', 'half.eml'), 'half');
  const { manifest } = await backUp(source.settings, { dataFolder: from });
  expect(manifest.files).toEqual([]);
  rmSync(from, { recursive: true });
});

function addressed(database: TestDatabase) {
  return { url: addressOf(database) };
}
