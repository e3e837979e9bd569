import type { ColumnType, Generated } from 'kysely';
import { type WriteTransaction, writeTables } from '../../../platform/server/db/database.ts';
import type { Draft } from '../contract/draft-shapes.ts';
import type { AmountField, PurposeField, SpentField } from '../contract/fields.ts';
import type { ReportState } from '../contract/report-shapes.ts';
import type { ApplicationState } from '../contract/shapes.ts';

/** Cents. */
export type Amounts = Record<AmountField, number>;

export interface ApplicationRow {
  id: string;
  applicant_id: string;
  applicant_name: string;
  applicant_email: string;
  state: ApplicationState;
  department: string;
  title: string;
  link: string;
  narrative: string;
  /** Calendar days. */
  starts_on: string;
  ends_on: string;
  purposes: PurposeField[];
  amounts: Amounts;
  total_cents: number;
  /** As the settings had it at the submission; figures and balances go by `starts_on`. */
  fiscal_year: number;
  /** How many times it was submitted. */
  round: number;
  first_submitted_at: Date;
  submitted_at: Date;
  changed_at: Date;
  decided_at: Date | null;
  /** Of the accepted final report: it replaces the total in sums. */
  spent_cents: number | null;
  folded_email: string;
  /** What the search looks in: `foldApplication`. */
  folded: string;
  version: number;
}

export interface ApproverRow {
  id: string;
  full_name: string;
  email: string;
  folded_email: string;
  required: boolean;
  /** The account with the address, once it is known. */
  person_id: string | null;
  /** Since when this person has the seat. */
  created_at: Date;
}

export type Choice = 'approve' | 'decline';

export interface VoteRow {
  id: string;
  application_id: string;
  round: number;
  voter_id: string;
  voter_name: string;
  voter_email: string;
  choice: Choice;
  reason: string;
  at: Date;
}

export interface RecusalRow {
  application_id: string;
  voter_id: string;
  voter_name: string;
  at: Date;
}

export interface MessageRow {
  id: string;
  application_id: string;
  at: Date;
  author_id: string;
  author_name: string;
  from_committee: boolean;
  text: string;
  state: ApplicationState | null;
  report: SubmittedReportState | null;
}

/** One that has a row. */
export type SubmittedReportState = Exclude<ReportState, 'Open'>;

export interface ReportRow {
  application_id: string;
  state: SubmittedReportState;
  text: string;
  /** Cents. */
  amounts: Record<SpentField, number>;
  total_cents: number;
  submitted_at: Date;
  changed_at: Date;
}

export interface AttachmentRow {
  id: string;
  application_id: string;
  stored_name: string;
  file_name: string;
  media_type: string;
  bytes: number;
  is_receipt: boolean;
  added_at: Date;
}

export interface DraftRow {
  id: string;
  owner_id: string;
  is_new: boolean;
  typed: Draft['values'];
  saved_at: Date;
  version: number;
}

type Times = 'first_submitted_at' | 'submitted_at' | 'changed_at';

interface Tables {
  grant_applications: Omit<ApplicationRow, Times | 'version' | 'amounts' | 'spent_cents'> &
    Record<Times, Generated<Date>> & {
      version: Generated<number>;
      spent_cents: Generated<number | null>;
      amounts: ColumnType<Amounts, string, string>;
    };
  grant_approvers: Omit<ApproverRow, 'created_at'> & { created_at: Generated<Date> };
  grant_votes: Omit<VoteRow, 'at'> & { at: Generated<Date> };
  grant_recusals: Omit<RecusalRow, 'at'> & { at: Generated<Date> };
  grant_drafts: Omit<DraftRow, 'typed' | 'saved_at' | 'version'> & {
    typed: ColumnType<DraftRow['typed'], string, string>;
    saved_at: Generated<Date>;
    version: Generated<number>;
  };
  grant_reports: Omit<ReportRow, 'amounts' | 'submitted_at' | 'changed_at'> & {
    amounts: ColumnType<ReportRow['amounts'], string, string>;
    submitted_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  grant_attachments: Omit<AttachmentRow, 'added_at' | 'is_receipt'> & {
    added_at: Generated<Date>;
    is_receipt: Generated<boolean>;
  };
  grant_reminders: {
    application_id: string;
    version: number;
    reminded_id: string;
    kind: string;
    at: Generated<Date>;
  };
  grant_messages: Omit<MessageRow, 'at' | 'report'> & {
    at: Generated<Date>;
    report: Generated<MessageRow['report']>;
  };
}

/** The tables of this tool within a write. */
export const grantTables = (transaction: WriteTransaction) => writeTables<Tables>(transaction);
