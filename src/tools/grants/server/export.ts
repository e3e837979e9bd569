import type { CallInput } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { type CsvValue, csvStream } from '../../../platform/server/csv/write-csv.ts';
import type { CallContext, Download } from '../../../platform/server/http/context.ts';
import { amountFields, purposeFields } from '../contract/fields.ts';
import type { exportApplications } from '../contract.ts';
import { type ExportedRow, selectOfYear } from './figure-queries.ts';
import { fiscalYearOf } from './fiscal-year.ts';
import type { Grants } from './grants.ts';
import { reportingState } from './moves.ts';
import type { ApplicationRow } from './tables.ts';

/** There is a decision about every column; `null` is not exported or comes below. */
const titles: Readonly<Record<keyof ApplicationRow, string | null>> = {
  id: 'id',
  applicant_name: 'applicant',
  applicant_email: 'submittedBy',
  state: 'approvalStatus',
  department: 'department',
  title: 'titleOfProfessionalMeeting',
  link: 'conferenceLink',
  narrative: 'briefNarrativeOfProposedActivities',
  starts_on: 'startDateOfProposedActivity',
  ends_on: 'endDateOfProposedActivity',
  fiscal_year: 'fiscalYear',
  first_submitted_at: 'dateSubmitted',
  changed_at: 'lastUpdated',
  decided_at: 'dateDecided',
  total_cents: null,
  spent_cents: null,
  amounts: null,
  purposes: null,
  applicant_id: null,
  round: null,
  submitted_at: null,
  folded_email: null,
  folded: null,
  version: null,
};
type PlainColumn = Exclude<keyof ApplicationRow, 'amounts' | 'purposes'>;
const columns = (Object.keys(titles) as (keyof ApplicationRow)[]).filter(
  (column): column is PlainColumn => titles[column] !== null,
);
const header = [
  ...columns.map((column) => titles[column] ?? ''),
  ...purposeFields.map(({ name }) => name),
  ...amountFields,
  'totalAmount',
  'finalReport',
  'actualAmount',
];
const rowsPerBatch = 1_000;

/** What was submitted, newest first; only one batch is in memory. */
export async function handleExportApplications(
  { timeZone, fiscalYearStartsIn: startsIn }: Grants,
  { reader }: Pick<CallContext, 'reader'>,
  { query: { year, ...rest } }: CallInput<typeof exportApplications>,
): Promise<Download> {
  rest satisfies NothingLeft;
  const which = { year, startsIn };
  // The first batch is read before the response starts, so that an outage is still a 503.
  const first = await selectOfYear(reader, which, null, rowsPerBatch);
  async function* batches(): AsyncGenerator<CsvValue[][]> {
    for (let batch = first; batch.length > 0; ) {
      yield batch.map((row) => toRecord(row, startsIn));
      const last = batch.at(-1) ?? null;
      batch = batch.length < rowsPerBatch ? [] : await selectOfYear(reader, which, last, rowsPerBatch);
    }
  }
  return {
    fileName: `funding-applications${year === undefined ? '' : `-${year}`}.csv`,
    body: csvStream(header, batches(), timeZone),
  };
}

function toRecord(row: ExportedRow, startsIn: number): CsvValue[] {
  return [
    ...columns.map((column) =>
      column === 'fiscal_year' ? fiscalYearOf(row.starts_on, startsIn) : row[column],
    ),
    ...purposeFields.map(({ name }) => row.purposes.includes(name)),
    ...amountFields.map((name) => row.amounts[name] / 100),
    row.total_cents / 100,
    row.state === reportingState ? (row.report_state ?? 'Open') : '',
    // What counts: an accepted report, not one that the committee is still checking.
    row.spent_cents === null ? '' : row.spent_cents / 100,
  ];
}
