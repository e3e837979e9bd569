import { Contact } from 'lucide-react';
import { initialsOf } from '../../../platform/contract/initials.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { RowActions } from '../../../platform/ui/row-actions.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { Department, Employee, EmployeeLink } from '../contract.ts';
import { EmailLink, None, PhoneLink } from './contact-links.tsx';
import { pagePath, photoAddress } from './employee-pages.ts';
import styles from './employees-table.module.css';
import { fullName } from './filter.ts';
import { saveContact } from './save-contact.ts';

interface EmployeesTableProps {
  department: Department;
  pageOf: (employee: Employee) => EmployeeLink | undefined;
}

export function EmployeesTable({ department, pageOf }: EmployeesTableProps) {
  const columns: Column<Employee>[] = [
    { title: 'Name', cell: (employee) => <Person employee={employee} page={pageOf(employee)} /> },
    {
      title: 'Email',
      cell: ({ email }) => (
        <span className={styles.email}>
          <EmailLink email={email} />
        </span>
      ),
    },
    { title: 'Phone', width: 'fit', cell: ({ ext }) => <PhoneLink number={ext} /> },
    { title: 'Fax', width: 'fit', cell: ({ fax }) => fax || <None /> },
    { title: 'Mailbox', width: 'fit', cell: ({ box_number }) => box_number || <None /> },
    {
      title: 'Actions',
      width: 'fit',
      unlabeled: true,
      cell: (employee) => (
        <RowActions>
          <IconButton
            label={`Save ${fullName(employee)} as a contact`}
            onClick={() => saveContact(employee, department.name)}
          >
            <Contact size={17} aria-hidden="true" />
          </IconButton>
        </RowActions>
      ),
    },
  ];
  return (
    <DataTable
      caption={`People in ${department.name}, by name`}
      columns={columns}
      rows={department.employees}
      keyOf={(employee) => `${employee.email} ${employee.ext} ${fullName(employee)}`}
    />
  );
}

function Person({ employee, page }: { employee: Employee; page: EmployeeLink | undefined }) {
  const name = fullName(employee);
  return (
    <span className={styles.person}>
      <span data-no-print>
        <Avatar initials={initialsOf(name)} photo={page === undefined ? null : photoAddress(page)} />
      </span>
      <Stacked>
        {page === undefined ? name : <AppLink to={pagePath(page.id)}>{name}</AppLink>}
        {employee.title !== '' && <Soft>{employee.title}</Soft>}
      </Stacked>
    </span>
  );
}
