import type { Reader } from '../../../platform/server/db/database.ts';
import type { FindSource } from '../../../platform/server/finding/find-source.ts';
import { listNewcomers, listPeople } from '../contract.ts';
import { people } from '../tool.ts';
import { selectFoundNewcomers } from './newcomers.ts';
import { selectFound } from './queries.ts';

const list = people.screens.people.path;

/** What the search finds here, for IT: everyone with an account, and everyone else in the directory. */
export function peopleFinds(reader: Reader): FindSource[] {
  return [
    {
      id: 'accounts',
      title: 'People',
      behind: listPeople,
      findsBeginnings: true,
      async find(_viewer, { words, limit }) {
        const rows = await selectFound(reader, words, limit);
        return rows.map(({ id, name, email, disabled }) => ({
          key: id,
          title: name,
          about: disabled ? `Blocked · ${email}` : email,
          link: `${list}?${new URLSearchParams({ search: email })}`,
        }));
      },
    },
    {
      id: 'newcomers',
      title: 'People who have not signed in',
      behind: listNewcomers,
      findsBeginnings: true,
      async find(viewer, { text, limit }) {
        const rows = await selectFoundNewcomers(reader, viewer, text, limit);
        return rows.map(({ id, name, email, kind }) => ({
          key: id,
          title: name,
          about: [kind === 'student' ? 'Student' : 'Employee', email].filter(Boolean).join(' · '),
          link: `${list}?${new URLSearchParams({ who: 'directory', search: email || name })}`,
        }));
      },
    },
  ];
}
