import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Application } from '../contract/shapes.ts';
import styles from './applications.module.css';
import { applicationPath } from './links.ts';
import { sayMoney } from './money.ts';
import { StatusTag } from './status-tag.tsx';

const title: Column<Application> = {
  title: 'Application',
  cell: ({ _id, titleOfProfessionalMeeting }) => (
    <AppLink to={applicationPath(_id)} className={styles.title}>
      {titleOfProfessionalMeeting}
    </AppLink>
  ),
};
const applicant: Column<Application> = {
  title: 'Applicant',
  cell: ({ applicant: name, department }) => (
    <Stacked>
      {name}
      <Soft>{department}</Soft>
    </Stacked>
  ),
};
const others: Column<Application>[] = [
  {
    title: 'Amount',
    width: 'fit',
    align: 'end',
    cell: ({ totalAmount }) => <span className={styles.amount}>{sayMoney(totalAmount)}</span>,
  },
  { title: 'Status', width: 'fit', cell: ({ approvalStatus }) => <StatusTag state={approvalStatus} /> },
  {
    title: 'Submitted',
    width: 'fit',
    cell: ({ dateSubmitted }) => <CampusTime value={dateSubmitted} style="date" />,
  },
];
const own = [title, ...others];
const all = [title, applicant, ...others];

export function ApplicationsTable({
  rows,
  isOwn = false,
}: {
  rows: readonly Application[];
  isOwn?: boolean;
}) {
  return (
    <DataTable
      caption={isOwn ? 'My applications, newest first' : 'Funding applications, newest first'}
      columns={isOwn ? own : all}
      rows={rows}
      keyOf={({ _id }) => _id}
    />
  );
}
