import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import { type Addable, changeEmployeePage, type Employee, type EmployeePage } from '../contract.ts';
import type { PageRow } from './queries.ts';
import { type EmployeeDirectory, maintainerOf } from './services.ts';

type Shows = EmployeeDirectory['shows'];

const addable: readonly Addable[] = ['pronouns', 'room', 'hours', 'askAbout', 'photo'];

/** What the college shows of an employee; the rest is empty, since the shape of the list is fixed. */
export function presentEmployee(row: Employee, shows: Shows): Employee {
  const { firstName, lastName, title, email, ext, fax, box_number, ...rest } = row;
  return {
    firstName,
    lastName,
    title: shows.has('title') ? title : '',
    email: shows.has('email') ? email : '',
    ext: shows.has('phone') ? ext : '',
    fax: shows.has('fax') ? fax : '',
    box_number: shows.has('mailbox') ? box_number : '',
    ...(rest satisfies NothingLeft),
  };
}

export function presentPage(services: EmployeeDirectory, row: PageRow, viewer: PersonActor): EmployeePage {
  const { shows } = services;
  const fields = addable.filter((field) => shows.has(field));
  const { id, department, pronouns, room, hours, askAbout, photo, isOwn, ...more } = row;
  const { key: _key, code, audience, photoChoice, hasOwnPhoto, hasCollegePhoto, version, ...facts } = more;
  return {
    ...presentEmployee(facts, shows),
    id,
    department,
    pronouns: shows.has('pronouns') ? pronouns : '',
    room: shows.has('room') ? room : '',
    hours: shows.has('hours') ? hours : '',
    askAbout: shows.has('askAbout') ? askAbout : '',
    photo: shows.has('photo') ? photo : null,
    own: isOwn
      ? {
          audience,
          photoChoice,
          hasOwnPhoto,
          hasCollegePhoto,
          fields,
          version,
        }
      : null,
    edit: !isOwn && mayCall(viewer, changeEmployeePage) ? { fields, hasOwnPhoto, version } : null,
    can: { correct: maintainerOf(services, { department, code }) !== null },
  };
}
