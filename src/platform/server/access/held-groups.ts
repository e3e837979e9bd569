import { sql } from 'kysely';

/**
 * The groups that give a person access, in order: those that each provider reported last, and those that the directory
 * gives while the person is in it. For questions about someone else: a person's own request has the groups of its session.
 * @param personId the column with the id of the person, as `p.id`
 */
export function heldGroups(personId: string) {
  const id = sql.ref(personId);
  return sql<string[]>`array(
    select g from identities i, unnest(i.groups) g where i.person_id = ${id}
    union select g from directory_records d, unnest(d.access_groups) g where d.person_id = ${id} and d.active
    order by g)`;
}
