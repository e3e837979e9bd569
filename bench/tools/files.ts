import { ask } from '../../harness/ask.ts';
import type { Quad } from '../../harness/quad.ts';
import { curl } from '../harness/curl.ts';
import type { ListedPage } from '../harness/list-growth.ts';

/** Arguments for curl to publish a file that everyone may have. */
function formOf(quad: Quad, cookie: string, file: string, name: string): string[] {
  const fields = { ownerType: 'IT', contentType: 'Report', adGroups: '' };
  return [
    ...['--header', `Cookie: ${cookie}`, '--header', `Origin: ${quad.url}`],
    ...Object.entries(fields).flatMap(([field, value]) => ['--form', `${field}=${value}`]),
    ...['--form', `file=@${file};filename=${name}`],
    `${quad.url}/api/files/upload`,
  ];
}

/** Publishes a file from this machine. @returns the seconds it took. @throws Error when it was refused */
export async function publish(quad: Quad, cookie: string, file: string, name: string): Promise<number> {
  const { status, seconds } = await curl(formOf(quad, cookie, file, name));
  if (status !== 201) throw new Error(`The upload of ${name} was answered with ${status}.`);
  return seconds;
}

/** Where a published file is downloaded. */
export async function downloadPath(quad: Quad, name: string): Promise<string> {
  return `/files/${await idOf(quad, name)}`;
}

/** Deletes a published file for good. */
export async function erase(quad: Quad, cookie: string, name: string): Promise<void> {
  const headers = { cookie, origin: quad.url, 'content-type': 'application/json' };
  const body = JSON.stringify({ reason: 'Measured.' });
  const address = `${quad.url}/api/files/${await idOf(quad, name)}/erasure`;
  const { status } = await ask(address, { method: 'POST', headers, body });
  if (status !== 204) throw new Error(`${name} was not deleted: ${status}.`);
}

async function idOf(quad: Quad, name: string): Promise<string> {
  const [row] = await quad.query<{ id: string }>('select id from files where original_filename = $1', [name]);
  if (row === undefined) throw new Error(`There is no file ${name}.`);
  return row.id;
}

/** A person who is in this many of the groups below. */
const groupsOfPerson = 30;
const groups = 1_000;

/** Files with one to three groups each, as rows: their bytes are on no disk. */
export async function fillFiles(quad: Quad, count: number): Promise<void> {
  const numbers = `generate_series(1, ${count}) as i`;
  const groupOf = (offset: number) => `'Group-' || (i * ${offset} + i / ${groups}) % ${groups}`;
  const some = `(array[${groupOf(1)}, ${groupOf(7)}, ${groupOf(31)}])[1:1 + i % 3]`;
  await quad.query(`
    insert into stored_files (name, bytes, sha256, content_type)
    select md5('file ' || i), 1000, decode(md5('a' || i) || md5('b' || i), 'hex'), 'application/pdf' from ${numbers}`);
  await quad.query(`
    insert into files (id, original_filename, folded_filename, filepath, owner_type, content_type, groups, folded_groups,
      networks, automation_managed, current_version, last_version, created_at, created_by_id, created_by)
    select gen_random_uuid(), 'Report ' || i || '.pdf', 'report ' || i || '.pdf', '/it/Report ' || i || '.pdf',
      'IT', 'Report', ${some}, array(select lower(one) from unnest(${some}) as one),
      '{}', false, 1, 1, now() - make_interval(mins => i), gen_random_uuid(), 'Bench' from ${numbers}`);
  await quad.query(`
    insert into file_versions (id, file_id, number, stored_name, media_type, bytes, created_by)
    select gen_random_uuid(), id, 1, md5('file ' || substring(original_filename from '\\d+')), 'application/pdf',
      1000, 'Bench' from files where created_by = 'Bench'`);
  await quad.query(
    `update demo_people set groups = groups || array(select 'Group-' || i from generate_series(1, ${groupsOfPerson}) as i)
     where email = 'staff@sawtooth.example'`,
  );
  for (const table of ['stored_files', 'files', 'file_versions'])
    await quad.query(`vacuum (analyze) ${table}`);
}

/** The pages that are measured, for this many files. */
export function listedPages(files: number): readonly ListedPage[] {
  const paged = { rows: 25, isJudged: true };
  const mine = `my files, in ${groupsOfPerson} of ${groups} groups`;
  const last = Math.ceil(files / 25);
  return [
    { what: 'first page of all files', person: 'it', path: '/api/files?page=1&pageSize=25', ...paged },
    { what: 'last page of all files', person: 'it', path: `/api/files?page=${last}&pageSize=25`, ...paged },
    {
      what: 'files by a text in their names',
      person: 'it',
      path: '/api/files?page=1&pageSize=25&originalFilename=report%2077',
      rows: 1,
      isJudged: true,
    },
    { what: `${mine}: a page`, person: 'staff', path: '/api/files/my?page=1&pageSize=25', ...paged },
    // More files, more rows: no goal.
    { what: `${mine}: all, at most 1,000`, person: 'staff', path: '/api/files/my', rows: 0, isJudged: false },
  ];
}
