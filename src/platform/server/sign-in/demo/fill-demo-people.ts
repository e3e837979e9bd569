import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { drawPhoto } from '../../photo/photo.ts';
import { drawPortrait } from '../../photo/portrait.ts';
import { type DemoPerson, demoEmail, demoPeople } from './demo-people.ts';

/**
 * Updates the table to the list of this version; people who were disabled there stay
 * disabled. Photos are drawn once.
 */
export async function fillDemoPeople(database: Database): Promise<void> {
  const known = await database
    .selectFrom('demo_people')
    .select('email')
    .where('photo', 'is not', null)
    .execute();
  const drawn = new Set(known.map(({ email }) => email));
  const people = demoPeople.flatMap((group) => group.people);
  const rows = await Promise.all(people.map((person) => toRow(person, drawn.has(demoEmail(person)))));
  await database
    .insertInto('demo_people')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        name: sql`excluded.name`,
        groups: sql`excluded.groups`,
        photo: sql`coalesce(excluded.photo, demo_people.photo)`,
      }),
    )
    .execute();
}

async function toRow(person: DemoPerson, hasPhoto: boolean) {
  const photo =
    person.portrait === undefined || hasPhoto ? null : await drawPhoto(drawPortrait(person.portrait));
  return { email: demoEmail(person), name: person.name, groups: [...person.groups], photo };
}
