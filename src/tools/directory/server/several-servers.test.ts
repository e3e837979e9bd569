import sharp from 'sharp';
import { expect, test } from 'vitest';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { readLdapPhotos } from '../../../platform/server/directory/ldap-photos.ts';
import type { Precedence } from '../../../platform/server/directory/merge.ts';
import { applyRun, holdRun } from '../../../platform/server/directory/runs.ts';
import * as calls from '../contract.ts';
import { createLdapSync } from './ldap-sync-job.ts';
import { createPhotoSync } from './photos-job.ts';
import { changeAsSync } from './sync-run.ts';
import { takeAccessBack } from './take-access-back.ts';
import { directoryBesideLdap } from './testing/directory-beside-ldap.ts';

const suffix = 'dc=sawtooth,dc=example';
const directory = directoryBesideLdap();
const { ldap, rows } = directory;

type Name = 'hr' | 'campus';
/** Two servers without running one twice: each has a branch of its own. */
const sourceOf = (name: Name) =>
  directory.sourceOf({
    name,
    profile: 'openldap',
    people: [{ base: `ou=${name},${suffix}`, kind: 'employee' }],
    groups: { base: `ou=${name},${suffix}`, names: { it: 'Domain-IT' }, giveAccess: true },
  });
const precedence = (changes: Partial<Precedence> = {}): Precedence => ({
  order: ['hr', 'campus', 'csv'],
  fields: {},
  givesAccess: [],
  ...changes,
});
const sync = (name: Name, changes: Partial<Precedence> = {}) =>
  createLdapSync(directory.server.quad.platform, sourceOf(name), {
    emailTrusted: ['demo'],
    precedence: precedence(changes),
  }).run({}, {} as never);
const add = (name: Name, number: number, values: Record<string, (string | Buffer)[]> = {}) => {
  const dn = `uid=p${number},ou=${name},${suffix}`;
  const usual = { objectClass: ['inetOrgPerson'], employeeNumber: [`E${number}`], sn: [`Number${number}`] };
  ldap.add(dn, { ...usual, ...values });
  return dn;
};

test('of several servers, the college says which one a field comes from', async () => {
  add('hr', 1, { title: ['Title of HR'], telephoneNumber: ['5101'] });
  add('campus', 1, { title: ['Title of the campus'], mail: ['ada@sawtooth.example'] });
  add('campus', 2);
  await sync('hr');
  await sync('campus');
  const ada = { key: 'E1', title: 'Title of HR', phone: '5101', email: 'ada@sawtooth.example' };
  expect((await rows('key, title, phone, email'))[0]).toEqual(ada);
  await sync('campus', { fields: { title: ['campus', 'hr'] } });
  expect(await rows('title')).toEqual([{ title: 'Title of the campus' }, { title: '' }]);
  await sync('hr', { order: ['hr'] });
  expect(await rows('key')).toEqual([{ key: 'E1' }]);
});

test('a source that is not in the order adds no one', async () => {
  add('hr', 1);
  add('campus', 2);
  await sync('hr', { order: ['hr'] });
  expect(await sync('campus', { order: ['hr'] })).toContain('Added 0, changed 0, gone 0');
  expect(await rows('key')).toEqual([{ key: 'E1' }]);
});

test('a server that loses a third waits alone: the others continue, and IT sees which one it is', async () => {
  for (let number = 0; number < 160; number += 1) add('hr', number);
  add('campus', 500);
  await sync('hr');
  await sync('campus');
  ldap.entries.splice(0, 60);
  expect(await sync('hr')).toContain('held back');
  add('campus', 501);
  expect(await sync('campus')).toContain('Added 1');
  const it = await directory.server.signIn('it');
  const { waiting } = (await it.send(calls.readDirectoryState)).body.data;
  expect(waiting).toMatchObject({ source: 'hr', createdBy: 'the directory server hr' });
  const change = changeAsSync(directory.server.quad.platform);
  await change(async (unit) => {
    unit.demand(byPermission);
    const run = await holdRun(unit.transaction, waiting?.id ?? '');
    if (run === undefined) throw new Error('Nothing waits.');
    return applyRun(unit, run, { by: 'IT', gone: run.gone }, { emailTrusted: [], precedence: precedence() });
  });
  expect(await rows('key')).toHaveLength(102);
});

test('a server that is read while another is applied waits for it, longer than a request would', {
  tags: 'long',
  timeout: 20_000,
}, async () => {
  add('hr', 1);
  const other = await directory.server.database.pool.connect();
  await other.query('begin');
  await other.query("select pg_advisory_xact_lock(hashtext('quad.directory'))");
  const reading = sync('hr');
  reading.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  await other.query('commit');
  other.release();
  expect(await reading).toContain('Added 1');
});

test('what a server said about access ends when it is no longer trusted, whatever the others say later', async () => {
  const noor = await directory.server.signIn('nogroups');
  const member = [add('campus', 1, { mail: ['nogroups@sawtooth.example'] })];
  ldap.add(`cn=it,ou=campus,${suffix}`, { objectClass: ['groupOfNames'], cn: ['it'], member });
  add('hr', 1, { title: ['Before'] });
  const mayManage = async () => (await noor.send(calls.listRuns, { query: { page: 1 } })).status === 200;
  await sync('campus', { givesAccess: ['campus'] });
  await sync('hr', { givesAccess: ['campus'] });
  expect(await mayManage()).toBe(true);
  await takeAccessBack(directory.server.quad.platform, ['campus']);
  expect(await mayManage()).toBe(true);
  await takeAccessBack(directory.server.quad.platform, ['hr']);
  expect(await mayManage()).toBe(false);
  ldap.change(`uid=p1,ou=hr,${suffix}`, { title: ['After'] });
  await sync('hr', { givesAccess: ['hr'] });
  expect(await rows('title')).toEqual([{ title: 'After' }]);
  expect(await mayManage()).toBe(false);
});

test('when one server is no longer trusted, those to whom another one gives access keep theirs', async () => {
  for (const name of ['hr', 'campus'] as const) {
    const member = [add(name, name === 'hr' ? 1 : 2)];
    ldap.add(`cn=it,ou=${name},${suffix}`, { objectClass: ['groupOfNames'], cn: ['it'], member });
  }
  const both = { givesAccess: ['hr', 'campus'] };
  await sync('hr', both);
  await sync('campus', both);
  await takeAccessBack(directory.server.quad.platform, ['campus']);
  expect(await rows('key, access_groups')).toEqual([
    { key: 'E1', access_groups: [] },
    { key: 'E2', access_groups: ['Domain-IT'] },
  ]);
});

test('a start takes away no access that a server still gives, whatever alphabet its groups are in', async () => {
  const member = [add('campus', 1)];
  const names = ['a', 'B', '\u{1f600}', '\uff21'];
  for (const name of names)
    ldap.add(`cn=${name},ou=campus,${suffix}`, { objectClass: ['groupOfNames'], cn: [name], member });
  const source = directory.sourceOf({
    name: 'campus',
    profile: 'openldap',
    people: [{ base: `ou=campus,${suffix}`, kind: 'employee' }],
    groups: { base: `ou=campus,${suffix}`, names, giveAccess: true },
  });
  const applying = { emailTrusted: [], precedence: precedence({ givesAccess: ['campus'] }) };
  await createLdapSync(directory.server.quad.platform, source, applying).run({}, {} as never);
  const entries = async () => {
    const text = `select after->>'people' as people from audit_entries where action = 'directory.take-access-back'`;
    return (await directory.server.database.pool.query(text)).rows;
  };
  const before = await entries();
  await takeAccessBack(directory.server.quad.platform, ['campus']);
  expect(await entries()).toEqual(before);
  expect((await rows('cardinality(access_groups) as groups'))[0]).toEqual({ groups: 4 });
});

test('photos are read from the first server that has one, drawn again, and forgotten when it has none', async () => {
  const picture = (color: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
      .jpeg()
      .toBuffer();
  const [red, blue] = await Promise.all([picture('#c00'), picture('#00c')]);
  add('hr', 1, { jpegPhoto: [red] });
  add('hr', 2, { jpegPhoto: [Buffer.from('no photo')] });
  add('campus', 1, { jpegPhoto: [blue] });
  add('campus', 3, { jpegPhoto: [blue] });
  const photos = createPhotoSync(
    directory.server.quad.platform,
    (['hr', 'campus'] as const).map((name) => ({ source: sourceOf(name), attribute: 'jpegPhoto' })),
  );
  const read = () => photos.run({}, { signal: new AbortController().signal } as never);
  await sync('hr');
  expect(await read()).toContain('not known yet');
  await sync('campus');
  expect(await read()).toBe('3 people have a photo. Changed 3, gone 0.');
  const { rows: kept } = await directory.server.database.pool.query(
    'select record_key, photo from directory_photos order by record_key',
  );
  expect(kept.map(({ record_key, photo }) => [record_key, photo === null])).toEqual([
    ['E1', false],
    ['E2', true],
    ['E3', false],
  ]);
  const { dominant } = await sharp(kept[0].photo).stats();
  expect(dominant.r).toBeGreaterThan(dominant.b);
  expect(await read()).toBe('3 people have a photo. Changed 0, gone 0.');
  ldap.change(`uid=p3,ou=campus,${suffix}`, { jpegPhoto: [] });
  expect(await read()).toBe('2 people have a photo. Changed 0, gone 1.');
  // A service account that may not read them anymore gets none at all, whatever another server returns.
  for (const dn of [`uid=p1,ou=hr,${suffix}`, `uid=p2,ou=hr,${suffix}`]) ldap.change(dn, { jpegPhoto: [] });
  await expect(read()).rejects.toThrow('returned no photos at all, so none were removed.');
  expect((await directory.server.database.pool.query('select from directory_photos')).rowCount).toBe(2);
});

test('a photo is of the record with its key, however the server pads it, and one without a record is not drawn', async () => {
  const jpegPhoto = [Buffer.from('no photo')];
  add('hr', 1, { jpegPhoto, employeeNumber: ['E1  '] });
  add('hr', 2, { jpegPhoto, pwdAccountLockedTime: ['000001010000Z'] });
  await sync('hr');
  const photos = createPhotoSync(directory.server.quad.platform, [
    { source: sourceOf('hr'), attribute: 'jpegPhoto' },
  ]);
  const read = () => photos.run({}, { signal: new AbortController().signal } as never);
  expect(await read()).toBe('1 person has a photo. Changed 1, gone 0.');
  expect(await read()).toBe('1 person has a photo. Changed 0, gone 0.');
  const { rows: kept } = await directory.server.database.pool.query(
    'select record_key from directory_photos',
  );
  expect(kept).toEqual([{ record_key: 'E1' }]);
});

test('photos are read in small pages, since each one may be large', async () => {
  for (let number = 1; number <= 120; number += 1)
    add('hr', number, { jpegPhoto: [Buffer.from('no photo')] });
  const pages: number[] = [];
  await readLdapPhotos(sourceOf('hr'), 'jpegPhoto', async (photos) => void pages.push(photos.length));
  expect(pages).toEqual([50, 50, 20]);
});
