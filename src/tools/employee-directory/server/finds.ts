import { pathOf } from '../../../platform/contract/call.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { FindSource } from '../../../platform/server/finding/find-source.ts';
import { readEmployeePage } from '../contract.ts';
import { employeeDirectory } from '../tool.ts';
import { presentEmployee } from './present.ts';
import { selectFound } from './queries.ts';
import type { EmployeeDirectory } from './services.ts';

/** What the search finds here: employees, as far as the college shows them. */
export function employeeDirectoryFinds(
  { shows }: Pick<EmployeeDirectory, 'shows'>,
  reader: Reader,
): FindSource[] {
  return [
    {
      id: 'employees',
      title: 'Employees',
      behind: readEmployeePage,
      findsBeginnings: true,
      async find(viewer, { text, limit }) {
        const rows = await selectFound(reader, viewer, shows, { text, limit });
        return rows.map(({ id, department, code: _, ...employee }) => {
          const { firstName, lastName, title } = presentEmployee(employee, shows);
          const about = [title, department].filter((part) => part !== '').join(' · ');
          const link = pathOf(employeeDirectory.screens.person, { id });
          return { key: id, title: `${firstName} ${lastName}`.trim(), about, link };
        });
      },
    },
  ];
}
