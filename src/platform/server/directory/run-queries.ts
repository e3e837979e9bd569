import { sql } from 'kysely';
import type { Database, Reader, WriteTransaction } from '../db/database.ts';
import { readRows } from '../db/database.ts';
import { type Difference, smallGroup } from './hold-back.ts';
import type { toRow } from './record.ts';

type Row = ReturnType<typeof toRow>;

/** The fields of a record, in both tables. */
const fields = [
  'key',
  'account_name',
  'email',
  'given_name',
  'family_name',
  'title',
  'department',
  'department_code',
  'phone',
  'fax',
  'mailbox',
  'kind',
  'groups',
  'access_groups',
  'confidential',
  'folded',
  'content_hash',
] as const satisfies readonly (keyof Row)[];
const names = sql.join(fields.map((name) => sql.ref(name)));
const typed = sql.join(
  fields.map((name) => {
    const type = name.endsWith('groups') ? 'text[]' : name === 'confidential' ? 'boolean' : 'text';
    return sql`${sql.ref(name)} ${sql.raw(type)}`;
  }),
);

export async function stageRows(
  transaction: WriteTransaction,
  runId: string,
  rows: readonly Row[],
): Promise<void> {
  await sql`insert into directory_staged (run_id, ${names})
    select ${runId}::uuid, ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(${typed})`.execute(
    transaction,
  );
}

/** Staged and current people side by side. */
const sideBySide = (runId: string) => sql`
  (select * from directory_staged where run_id = ${runId}) s
  full join (select * from directory_records where active) d on d.key = s.key`;

export async function compareStaged(reader: Reader, runId: string): Promise<Difference> {
  const [counts] = await readRows(
    reader,
    sql<Omit<Difference, 'shrunken'>>`
    select count(d.key)::int as before, count(s.key)::int as records,
      count(*) filter (where d.key is null)::int as added,
      count(*) filter (where d.key is null and s.access_groups <> '{}')::int as admitted,
      count(*) filter (where s.key is null)::int as gone,
      count(*) filter (where s.content_hash <> d.content_hash)::int as changed,
      count(*) filter (where d.kind = 'employee')::int as employees,
      count(*) filter (where d.kind = 'employee' and s.kind is distinct from 'employee')::int as unlisted,
      count(*) filter (where d.kind = 'student')::int as "allStudents",
      count(*) filter (where d.kind = 'student' and s.key is null)::int as "studentsGone",
      count(s.key) filter (where d.confidential)::int as confidential,
      count(s.key) filter (where d.confidential and not s.confidential)::int as revealed,
      count(s.key) filter (where d.kind = 'student')::int as students,
      count(s.key) filter (where d.kind = 'student' and s.kind = 'employee')::int as hired,
      count(d.key) filter (where d.kind = 'employee' and not d.confidential)::int as listed,
      count(s.key) filter (where s.kind = 'employee' and not s.confidential and d.kind is distinct from 'employee'
        and f.key is null)::int as shown
    from ${sideBySide(runId)}
    left join (select key from directory_records where not active and kind = 'employee' and not confidential) f
      on f.key = s.key`,
  );
  const shrunken = await readRows(
    reader,
    sql<Difference['shrunken'][number]>`
    select * from (
      select distinct on ("group") "group", gives_access, count(*)::int as before, count(*) filter (where stays)::int as left
      from directory_records d
      left join directory_staged s on s.run_id = ${runId} and s.key = d.key
      cross join lateral (
        select false as gives_access, g as "group", g = any(s.groups) as stays from unnest(d.groups) g
        union all
        select true, g, g = any(s.access_groups) from unnest(d.access_groups) g
      ) memberships
      where d.active
      group by "group", gives_access
      having count(*) >= ${smallGroup} and count(*) filter (where stays) * 2 <= count(*)
        -- People who are still there, such as all of IT at a small college, after their group got another name.
        or gives_access and count(s.key) > 1 and not exists (
          select from directory_staged o where o.run_id = ${runId} and "group" = any(o.access_groups))
      order by "group", count(*) filter (where not coalesce(stays, false)) desc
    ) shrunken order by before desc, "group"`,
  );
  if (counts === undefined) throw new Error('A comparison has to return a row.');
  return { ...counts, shrunken };
}

export interface ChangedPerson {
  key: string;
  name: string;
  department: string;
  kind: 'employee' | 'student';
  what: 'added' | 'changed' | 'gone';
}

/** Who would be added, changed, and gone: those who go first, at most this many of each. */
export function selectChanges(reader: Reader, runId: string, most: number): Promise<ChangedPerson[]> {
  return readRows(
    reader,
    sql<ChangedPerson>`
    select key, name, department, kind, what from (
      select coalesce(s.key, d.key) as key, coalesce(s.department, d.department) as department,
        coalesce(s.kind, d.kind) as kind,
        trim(coalesce(s.given_name, d.given_name) || ' ' || coalesce(s.family_name, d.family_name)) as name,
        w.what, row_number() over (partition by w.what order by coalesce(s.family_name, d.family_name) collate alphabet,
          coalesce(s.key, d.key)) as place
      from ${sideBySide(runId)}
      cross join lateral (select case when d.key is null then 'added' when s.key is null then 'gone'
        when s.content_hash <> d.content_hash then 'changed' end as what) w
      where w.what is not null
    ) all_changes where place <= ${most}
    order by array_position(array['gone', 'added', 'changed'], what), place`,
  );
}

/** Applies what was staged to the directory, in the transaction that records it. */
export async function applyStaged(transaction: WriteTransaction, runId: string): Promise<void> {
  const updates = sql.join(
    fields.filter((name) => name !== 'key').map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  );
  await sql`
    insert into directory_records (${names})
    select ${names} from directory_staged s where run_id = ${runId} and not exists (
      select from directory_records d where d.key = s.key and d.active and d.content_hash = s.content_hash)
    on conflict (key) do update set ${updates}, active = true, changed_at = now(),
      email_since = case when directory_records.active and lower(directory_records.email) = lower(excluded.email)
        then directory_records.email_since else now() end`.execute(transaction);
  await sql`
    update directory_records d set active = false, changed_at = now()
    where active and not exists (select from directory_staged s where s.run_id = ${runId} and s.key = d.key)`.execute(
    transaction,
  );
  await dropStaged(transaction, runId);
}

export async function dropStaged(transaction: WriteTransaction | Database, runId: string): Promise<void> {
  await sql`delete from directory_staged where run_id = ${runId}`.execute(transaction);
}
