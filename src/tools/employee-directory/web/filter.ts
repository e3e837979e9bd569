import { foldName } from '../../../platform/contract/fold-name.ts';
import type { Department, Employee } from '../contract.ts';

export const fullName = ({ firstName, lastName }: Employee) => `${firstName} ${lastName}`.trim();

/** Employees whose name has every word of the search, in any order; departments without one are left out. */
export function filterDepartments(
  departments: readonly Department[],
  { department, name }: { department: string; name: string },
): Department[] {
  const words = foldName(name)
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  return departments
    .filter((one) => department === '' || one.name === department)
    .map((one) => ({
      ...one,
      employees: one.employees.filter((employee) => {
        const folded = foldName(fullName(employee));
        return words.every((word) => folded.includes(word));
      }),
    }))
    .filter(({ employees }) => employees.length > 0);
}
