import type { CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import type { Department, listDepartments } from '../contract.ts';
import { selectEmployees } from './queries.ts';

/** The heading of people whose department the directory does not say. */
const elsewhere = 'Other';

export async function handleListDepartments({
  reader,
  actor,
}: CallContext<PersonActor>): Promise<CallReply<typeof listDepartments>> {
  const departments = new Map<string, Department>();
  for (const { department, code, ...employee } of await selectEmployees(reader, actor)) {
    const name = department === '' ? elsewhere : department;
    const known = departments.get(name) ?? { name, code: '', employees: [] };
    departments.set(name, known);
    known.code ||= code;
    known.employees.push(employee);
  }
  const byName = (left: Department, right: Department) => left.name.localeCompare(right.name, 'en-US');
  return { data: [...departments.values()].toSorted(byName) };
}
