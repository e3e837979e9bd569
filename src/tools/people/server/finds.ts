import { findPeople, seeStudents } from '../../../platform/contract/directory.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import { searchDirectory } from '../../../platform/server/directory/lookup.ts';
import type { FindSource } from '../../../platform/server/finding/find-source.ts';
import { listNewcomers, listPeople } from '../contract.ts';
import { people } from '../tool.ts';
import { selectFoundNewcomers } from './newcomers.ts';
import { selectFound } from './queries.ts';

const list = people.screens.people.path;

/**
 * What the search finds here: for IT everyone with an account and everyone else in the directory; for others who may see
 * students, those. Employees are found by the Employee Directory.
 */
export function peopleFinds(reader: Reader): FindSource[] {
  return [
    {
      id: 'accounts',
      title: 'People',
      behind: listPeople,
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
    {
      id: 'students',
      title: 'Students',
      behind: findPeople,
      async find(viewer, { text, limit }) {
        // IT finds them among all people, with a page about each.
        if (mayCall(viewer, listPeople) || !viewer.permissions.has(seeStudents)) return [];
        const found = await searchDirectory(reader, viewer, text, { kind: 'student', limit });
        return found
          .filter(({ email }) => email !== '')
          .map(({ key, name, email }) => ({ key, title: name, about: email, link: mailTo(email) }));
      },
    },
  ];
}

/** RFC 6068: a "?" or "&" of an odd address must not begin header fields. */
function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}
