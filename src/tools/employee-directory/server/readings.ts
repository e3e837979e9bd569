import { type CallReply, pathOf } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { PhotosOf } from '../../../platform/server/directory/picker-route.ts';
import type { CallContext, Download } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import {
  type Department,
  type Employee,
  type listDepartments,
  type listEmployeePages,
  readEmployeePage,
  readEmployeePhoto,
} from '../contract.ts';
import { presentEmployee, presentPage } from './present.ts';
import { findPage, findPhoto, selectEmployees, selectLinks, selectPhotos } from './queries.ts';
import type { EmployeeDirectory } from './services.ts';

type Context = CallContext<PersonActor>;

/** The heading for people whose department is not in the directory. */
const elsewhere = 'Other';

export async function handleListDepartments(
  { shows }: EmployeeDirectory,
  { reader, actor }: Context,
): Promise<CallReply<typeof listDepartments>> {
  const departments = new Map<string, Department>();
  for (const { department, code, ...employee } of await selectEmployees(reader, actor)) {
    const name = department === '' ? elsewhere : department;
    const known = departments.get(name) ?? { name, code: '', employees: [] };
    departments.set(name, known);
    known.code ||= code;
    known.employees.push(presentEmployee(employee, shows));
  }
  const data = [...departments.values()].toSorted((one, other) => compare(one.name, other.name));
  return { data: data.map((one) => ({ ...one, employees: one.employees.toSorted(byName) })) };
}

/** The order of people's names. Some databases only sort by bytes, with "de la Cruz" after "Zimmer". */
const { compare } = new Intl.Collator('en-US');

function byName(one: Employee, other: Employee): number {
  return compare(one.lastName, other.lastName) || compare(one.firstName, other.firstName);
}

export async function handleListPages(
  { shows }: EmployeeDirectory,
  { reader, actor }: Context,
): Promise<CallReply<typeof listEmployeePages>> {
  const rows = await selectLinks(reader, actor);
  const data = rows.map(({ isOwn: _, photo, email, ...link }) => ({
    ...link,
    email: shows.has('email') ? email : '',
    photo: shows.has('photo') ? photo : null,
  }));
  return { data, hasOwn: rows.some(({ isOwn }) => isOwn) };
}

export async function handleReadPage(
  services: EmployeeDirectory,
  { reader, actor }: Context,
  id: string,
): Promise<CallReply<typeof readEmployeePage>> {
  const row = await findPage(reader, actor, id);
  if (row === undefined) throw refusalOf(readEmployeePage, 'unknown');
  return { data: presentPage(services, row, actor) };
}

/** For pickers of the whole portal. */
export function photosOf({ shows }: EmployeeDirectory): PhotosOf {
  return async (reader, viewer, keys) => {
    if (!shows.has('photo') || keys.length === 0) return new Map();
    const rows = await selectPhotos(reader, viewer, keys);
    return new Map(
      rows.flatMap(({ key, id, photo }) =>
        photo === null
          ? []
          : [[key, `${pathOf(readEmployeePhoto, { id })}?${new URLSearchParams({ version: photo })}`]],
      ),
    );
  };
}

export async function handleReadPhoto(
  { shows }: EmployeeDirectory,
  { reader, actor }: Context,
  id: string,
): Promise<Download> {
  const body = shows.has('photo') ? await findPhoto(reader, actor, id) : null;
  if (body === null) throw refusalOf(readEmployeePhoto, 'unknown');
  return { fileName: 'photo.jpg', inline: true, body };
}
