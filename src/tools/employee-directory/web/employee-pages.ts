import { addressOf } from '../../../platform/web/client/request.ts';
import { type Employee, type EmployeeLink, readEmployeePhoto } from '../contract.ts';
import { employeeDirectory } from '../tool.ts';

export function pagePath(id: string): string {
  return employeeDirectory.screens.person.path.replace(':id', id);
}

/** The address of a photo, `null` without one. */
export function photoAddress({ id, photo }: Pick<EmployeeLink, 'id' | 'photo'>): string | null {
  return photo === null ? null : addressOf(readEmployeePhoto, { params: { id }, query: { version: photo } });
}

type Named = Pick<Employee, 'firstName' | 'lastName' | 'email'>;
const nameKey = ({ firstName, lastName, email }: Named) => [email, firstName, lastName].join('\n');

/**
 * Finds the page of someone in the list, whose fixed shape has no id: by name and email. Of two people who share both,
 * neither has a link.
 */
export function pagesByName(links: readonly EmployeeLink[]): (employee: Named) => EmployeeLink | undefined {
  const known = new Map<string, EmployeeLink | undefined>();
  for (const link of links) known.set(nameKey(link), known.has(nameKey(link)) ? undefined : link);
  return (employee) => known.get(nameKey(employee));
}
