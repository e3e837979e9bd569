import { findPeople } from '../../contract/directory.ts';
import type { PersonActor } from '../actor/actor.ts';
import type { Reader } from '../db/database.ts';
import { type Route, route } from '../http/context.ts';
import { searchDirectory } from './lookup.ts';

/** The addresses of photos that a viewer may see, by the key of the person. */
export type PhotosOf = (
  reader: Reader,
  viewer: PersonActor,
  keys: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** What the people picker calls. @param photosOf From the tool that knows who sees which photo */
export function pickerRoute(photosOf: PhotosOf = async () => new Map()): Route {
  return route(findPeople, async ({ actor, reader }, { query }) => {
    const people = await searchDirectory(reader, actor, query.search);
    const photos = await photosOf(
      reader,
      actor,
      people.map(({ key }) => key),
    );
    return {
      data: people.map(({ key, name, email, accountEmail, title, department, kind, personId }) => ({
        ...{ name, email: accountEmail ?? email, title, department, kind },
        hasSignedIn: personId !== null,
        photo: photos.get(key) ?? null,
      })),
    };
  });
}
