import { counted } from '../../../platform/contract/counted.ts';
import { OpeningSection, OpeningSections } from '../../../platform/ui/opening-sections.tsx';
import type { Department, Employee, EmployeeLink } from '../contract.ts';
import { EmployeesTable } from './employees-table.tsx';

interface DepartmentListProps {
  departments: readonly Department[];
  /** What was searched for is shown at once; otherwise people open what they want. */
  open: boolean;
  pageOf: (employee: Employee) => EmployeeLink | undefined;
}

/** Departments that open and close, each with its people. */
export function DepartmentList({ departments, open, pageOf }: DepartmentListProps) {
  return (
    <OpeningSections>
      {departments.map((department) => (
        // A search that begins or ends opens or closes all of them.
        <OpeningSection
          key={`${department.name} ${open}`}
          title={department.name}
          count={counted(department.employees.length, 'person', 'people')}
          startsOpen={open}
        >
          <EmployeesTable department={department} pageOf={pageOf} />
        </OpeningSection>
      ))}
    </OpeningSections>
  );
}
