import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Department, Employee, EmployeeLink } from '../contract.ts';
import styles from './department-list.module.css';
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
    <div className={styles.list}>
      {departments.map((department) => (
        // A search that begins or ends opens or closes all of them.
        <Section
          key={`${department.name} ${open}`}
          department={department}
          startsOpen={open}
          pageOf={pageOf}
        />
      ))}
    </div>
  );
}

interface SectionProps extends Pick<DepartmentListProps, 'pageOf'> {
  department: Department;
  startsOpen: boolean;
}

function Section({ department, startsOpen, pageOf }: SectionProps) {
  const { name, employees } = department;
  const [isOpen, setIsOpen] = useState(startsOpen);
  return (
    <details
      className={styles.department}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <ChevronRight size={18} aria-hidden="true" className={styles.chevron} />
        <h2 className={styles.name}>{name}</h2>
        <span className={styles.count}>
          {employees.length === 1 ? '1 person' : `${employees.length} people`}
        </span>
      </summary>
      {isOpen && <EmployeesTable department={department} pageOf={pageOf} />}
    </details>
  );
}
