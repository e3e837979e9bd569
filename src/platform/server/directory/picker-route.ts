import { findPeople } from '../../contract/directory.ts';
import { type Route, route } from '../http/context.ts';
import { searchDirectory } from './lookup.ts';

/** What the people picker asks. */
export const pickerRoute: Route = route(findPeople, async ({ actor, reader }, { query }) => ({
  data: (await searchDirectory(reader, actor, query.search)).map(
    ({ key, name, email, title, department, kind, personId }) => ({
      key,
      name,
      email,
      title,
      department,
      kind,
      hasSignedIn: personId !== null,
    }),
  ),
}));
