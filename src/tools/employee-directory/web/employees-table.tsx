import { Contact } from 'lucide-react';
import { CopyButton } from '../../../platform/ui/copy-button.tsx';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { saveFile } from '../../../platform/web/feedback/download-button.tsx';
import { sayCopied } from '../../../platform/web/feedback/say-copied.ts';
import type { Department, Employee } from '../contract.ts';
import styles from './employees-table.module.css';
import { fullName } from './filter.ts';
import { writeVCard } from './v-card.ts';

export function EmployeesTable({ department }: { department: Department }) {
  const columns: Column<Employee>[] = [
    {
      title: 'Name',
      cell: (employee) => (
        <span className={styles.person}>
          {fullName(employee)}
          {employee.title !== '' && <span className={styles.title}>{employee.title}</span>}
        </span>
      ),
    },
    { title: 'Email', cell: ({ email }) => <Email email={email} /> },
    { title: 'Phone', width: 'fit', cell: ({ ext }) => <Phone number={ext} /> },
    { title: 'Fax', width: 'fit', cell: ({ fax }) => fax || <None /> },
    { title: 'Mailbox', width: 'fit', cell: ({ box_number }) => box_number || <None /> },
    {
      title: 'Actions',
      width: 'fit',
      unlabeled: true,
      cell: (employee) => (
        <span className={styles.actions} data-no-print>
          <IconButton
            label={`Save ${fullName(employee)} as a contact`}
            onClick={() => saveFile(cardOf(employee, department.name), `${fullName(employee)}.vcf`)}
          >
            <Contact size={17} aria-hidden="true" />
          </IconButton>
        </span>
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

function cardOf(employee: Employee, department: string): Blob {
  return new Blob([writeVCard(employee, department)], { type: 'text/vcard' });
}

function Email({ email }: { email: string }) {
  if (email === '') return <None />;
  return (
    <span className={styles.email}>
      <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
        <EmailText>{email}</EmailText>
      </a>
      <CopyButton text={email} label={`Copy ${email}`} onCopied={sayCopied} />
    </span>
  );
}

/** An extension can be dialed on campus only; a whole number by every phone. */
function Phone({ number }: { number: string }) {
  if (number === '') return <None />;
  const digits = number.replace(/[^\d+]/g, '');
  return digits.length < 7 ? number : <a href={`tel:${digits}`}>{number}</a>;
}

function None() {
  return <span className={styles.none}>–</span>;
}
