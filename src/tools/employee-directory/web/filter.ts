import type { Department, Employee } from '../contract.ts';

/** Lower case without accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export const fullName = ({ firstName, lastName }: Employee) => `${firstName} ${lastName}`.trim();

/** Employees whose name has every word of the search, in any order; departments without one are left out. */
export function filterDepartments(
  departments: readonly Department[],
  { department, name }: { department: string; name: string },
): Department[] {
  const words = fold(name)
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  return departments
    .filter((one) => department === '' || one.name === department)
    .map((one) => ({
      ...one,
      employees: one.employees.filter((employee) => {
        const folded = fold(fullName(employee));
        return words.every((word) => folded.includes(word));
      }),
    }))
    .filter(({ employees }) => employees.length > 0);
}
