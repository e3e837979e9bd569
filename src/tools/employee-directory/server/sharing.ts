import { sql } from 'kysely';
import { seeConfidential } from '../../../platform/contract/directory.ts';
import { type Actor, permissionsOf } from '../../../platform/server/actor/actor.ts';

/**
 * Whether this viewer sees what an employee adds, and the photo: the employee, other employees, and anyone who is
 * signed in if the employee says so. IT sees it, because IT is contacted when something there is inappropriate.
 */
export function sharesWith(viewer: Actor) {
  if (permissionsOf(viewer)?.has(seeConfidential) === true) return sql<boolean>`true`;
  const id = viewer.kind === 'person' ? viewer.id : null;
  return sql<boolean>`(coalesce(e.audience, 'employees') = 'everyone' or exists (
    select from directory_records v where v.person_id = ${id} and v.active and v.kind = 'employee'))`;
}

/** Which photo a page has: the person's own, that of the college (from its directory or the sign-in), or none. */
function chosen<T>({ own, directory, signIn }: Record<'own' | 'directory' | 'signIn', unknown>) {
  return sql<T | null>`case coalesce(e.photo_choice, 'college')
    when 'own' then ${own} when 'college' then coalesce(${directory}, ${signIn}) end`;
}

export const photoBytes = chosen<Buffer>({
  own: sql`e.photo`,
  directory: sql`c.photo`,
  signIn: sql`p.photo`,
});

/** Different for each photo; no photo is read for it. */
export const photoVersion = chosen<string>({
  own: sql`case when e.photo is not null then 'own-' || e.version end`,
  directory: sql`case when c.photo is not null then c.source_hash end`,
  signIn: sql`p.photo_version`,
});
