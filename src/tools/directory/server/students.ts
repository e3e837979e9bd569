import { sql } from 'kysely';
import type { Permission } from '../../../platform/contract/access.ts';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { type Actor, permissionsOf, type SignedInActor } from '../../../platform/server/actor/actor.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { byName, matchingRecords, visibleTo } from '../../../platform/server/directory/lookup.ts';
import type { FindSource } from '../../../platform/server/finding/find-source.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readOrdered } from '../../../platform/server/list/page.ts';
import { listStudents, type Student } from '../contract.ts';
import { directory } from '../tool.ts';

const columns = sql`d.page_id as id, trim(d.given_name || ' ' || d.family_name) as name, d.email, d.title, d.department,
  d.confidential`;

/** Students whom this viewer may see; all of them without a search. */
function among(viewer: Actor, search: string) {
  const found = matchingRecords(search);
  return sql`from directory_records d
    where d.kind = 'student' and ${visibleTo(viewer)} and ${found?.matches ?? sql`true`}`;
}

export async function handleListStudents(
  { reader, actor }: CallContext<SignedInActor>,
  { query: { search = '', paging, ...rest } }: CallInput<typeof listStudents>,
): Promise<CallReply<typeof listStudents>> {
  rest satisfies NothingLeft;
  const from = among(actor, search);
  return readOrdered(reader, { columns, from, order: byName, direction: 'asc' }, paging);
}

/** Of the tool `people`, whose search finds students as well. */
const managePeople: Permission = 'people.manage';

/** What the search finds here: students, for those who may see them. */
export function studentFinds(reader: Reader): FindSource[] {
  return [
    {
      id: 'students',
      title: 'Students',
      behind: listStudents,
      findsBeginnings: true,
      async find(viewer, { text, limit }) {
        if (permissionsOf(viewer)?.has(managePeople) === true) return [];
        const found = matchingRecords(text);
        if (found === null) return [];
        const rows = await readRows(
          reader,
          sql<Student>`
            select ${columns} ${among(viewer, text)}
            order by ${found.bestFirst} limit ${limit}`,
        );
        return rows.map(({ id, name, email }) => ({
          key: id,
          title: name,
          about: email,
          link: `${directory.screens.students.path}?${new URLSearchParams({ search: email || name })}`,
        }));
      },
    },
  ];
}
