import { sql } from 'kysely';

/**
 * The groups that give a person access, in order: what each provider said last, and what the directory gives while it has
 * them. For whoever is not the one who asks; their own request knows only the provider of its session.
 * @param personId the column with the id of the person, as `p.id`
 */
export function heldGroups(personId: string) {
  const id = sql.ref(personId);
  return sql<string[]>`array(
    select g from identities i, unnest(i.groups) g where i.person_id = ${id}
    union select g from directory_records d, unnest(d.access_groups) g where d.person_id = ${id} and d.active
    order by g)`;
}
