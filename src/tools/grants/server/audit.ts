import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { ApplicationRow, ApproverRow, ReportRow } from './tables.ts';

const columns = {
  id: 'left out',
  applicant_id: 'left out',
  applicant_name: 'left out',
  applicant_email: 'plain',
  state: 'plain',
  department: 'plain',
  title: 'plain',
  link: 'plain',
  narrative: 'sensitive',
  starts_on: 'plain',
  ends_on: 'plain',
  purposes: 'plain',
  amounts: 'plain',
  total_cents: 'plain',
  fiscal_year: 'plain',
  round: 'plain',
  first_submitted_at: 'left out',
  submitted_at: 'left out',
  changed_at: 'left out',
  decided_at: 'left out',
  spent_cents: 'plain',
  folded_email: 'left out',
  folded: 'left out',
  version: 'left out',
} satisfies AuditColumnsOf<ApplicationRow>;

/** What people write about an application may name anyone. */
const told = { ...columns, text: 'sensitive', choice: 'plain', files: 'plain', reminder: 'plain' } as const;

type Told = Partial<ApplicationRow> & { text?: string; choice?: string; files?: number; reminder?: string };

export type ApplicationAction =
  | 'submit'
  | 'move'
  | 'vote'
  | 'recuse'
  | 'write'
  | 'attach'
  | 'detach'
  | 'remind';

export function auditApplication(
  unit: UnitOfWork,
  action: ApplicationAction,
  { id, applicant_id }: Pick<ApplicationRow, 'id' | 'applicant_id'>,
  before: Told | null,
  after: Told,
): void {
  const subject = { type: 'grant-application', id, columns: told };
  const about = { personId: applicant_id };
  unit.record({ action: `grant-application.${action}`, subject, before, after, about });
}

const reportColumns = {
  application_id: 'left out',
  state: 'plain',
  text: 'sensitive',
  amounts: 'plain',
  total_cents: 'plain',
  submitted_at: 'left out',
  changed_at: 'left out',
  files: 'plain',
  report_state: 'plain',
  spent_cents: 'plain',
  comment: 'sensitive',
} satisfies AuditColumnsOf<ReportRow & ToldOfReport>;

interface ToldOfReport {
  files?: number;
  report_state?: string;
  spent_cents?: number | null;
  comment?: string;
}

export function auditReport(
  unit: UnitOfWork,
  action: 'submit' | 'decide',
  { id, applicant_id }: Pick<ApplicationRow, 'id' | 'applicant_id'>,
  before: (Partial<ReportRow> & ToldOfReport) | null,
  after: Partial<ReportRow> & ToldOfReport,
): void {
  const subject = { type: 'grant-application', id, columns: reportColumns };
  const about = { personId: applicant_id };
  unit.record({ action: `grant-report.${action}`, subject, before, after, about });
}

const approverColumns = {
  id: 'left out',
  full_name: 'plain',
  email: 'plain',
  folded_email: 'left out',
  required: 'plain',
  person_id: 'plain',
  created_at: 'left out',
} satisfies AuditColumnsOf<ApproverRow>;

export function auditApprover(
  unit: UnitOfWork,
  action: 'add' | 'remove',
  { before, after }: { before: ApproverRow | null; after: ApproverRow | null },
): void {
  const { id = '', person_id = null } = after ?? before ?? {};
  const subject = { type: 'grant-approver', id, columns: approverColumns };
  const about = person_id === null ? {} : { about: { personId: person_id } };
  unit.record({ action: `grant-approver.${action}`, subject, before, after, ...about });
}
