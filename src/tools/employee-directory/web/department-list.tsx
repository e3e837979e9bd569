import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
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
  const isShown = usePrinting() || isOpen;
  return (
    <details className={styles.department} open={isShown}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, and sends clicks for the keyboard too */}
      <summary
        className={styles.summary}
        onClick={(event) => {
          event.preventDefault();
          setIsOpen(!isOpen);
        }}
      >
        <ChevronRight size={18} aria-hidden="true" className={styles.chevron} />
        <h2 className={styles.name}>{name}</h2>
        <span className={styles.count}>
          {employees.length === 1 ? '1 person' : `${employees.length} people`}
        </span>
      </summary>
      {isShown && <EmployeesTable department={department} pageOf={pageOf} />}
    </details>
  );
}

/** On paper, nothing can be opened: everyone is printed. */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
