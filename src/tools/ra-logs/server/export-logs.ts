import type { CallInput } from '../../../platform/contract/call.ts';
import { type CsvValue, csvStream } from '../../../platform/server/csv/write-csv.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { CallContext, Download } from '../../../platform/server/http/context.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import type { exportRaLogs } from '../contract.ts';
import { countByMonth } from './counts.ts';
import { type LogFilter, matchesNobody } from './log-filter.ts';
import { type LogRow, selectBehind } from './queries.ts';
import type { RaLogs } from './ra-logs.ts';
import { readFilter } from './readings.ts';

type Column = readonly [title: string, value: (row: LogRow) => CsvValue];

/** Every column of a log, in the order of the file; `null` is not exported. */
const decided: Readonly<Record<keyof LogRow | 'reviewed', Column | null>> = {
  created_at: ['createdAt', (row) => row.created_at],
  written_at: ['writtenAt', (row) => row.written_at],
  building: ['building', (row) => row.building],
  submitted_by: ['submittedBy', (row) => row.submitted_by],
  follow_up: ['followUp', (row) => row.follow_up],
  fire_extinguishers: ['fireExtinguishers', (row) => row.fire_extinguishers],
  exit_doors: ['exitDoors', (row) => row.exit_doors],
  safety_concerns: ['safetyConcerns', (row) => row.safety_concerns],
  warnings: ['warnings', (row) => row.warnings],
  reports: ['reports', (row) => row.reports],
  comments: ['comments', (row) => row.comments],
  reviewed: ['reviewed', (row) => row.reviewed_on !== null],
  reviewed_by: ['reviewedBy', (row) => row.reviewed_by],
  reviewed_on: ['reviewedOn', (row) => row.reviewed_on],
  follow_up_owner: ['followUpOwner', (row) => row.follow_up_owner],
  closing_note: ['closingNote', (row) => row.closing_note],
  closed_by: ['closedBy', (row) => row.closed_by],
  closed_on: ['closedOn', (row) => row.closed_on],
  ticket_number: ['ticket', (row) => row.ticket_number],
  id: null,
  ticket_id: null,
  ticket_requester_id: null,
  follow_up_owner_id: null,
  version: null,
  follow_up_version: null,
};
const columns = Object.values(decided).filter((column) => column !== null);
/** Four texts of the maximum length in this many rows are ten megabytes. */
const rowsPerBatch = 500;

/** The filtered logs, newest first. Only one batch is in memory, and a slow reader holds no connection. */
export async function handleExportRaLogs(
  logs: RaLogs,
  { reader }: Pick<CallContext, 'reader'>,
  { query }: CallInput<typeof exportRaLogs>,
): Promise<Download> {
  const filter = await readFilter(logs, reader, query);
  // Read before the response starts, so that an outage is still a 503.
  const months = matchesNobody(filter) ? [] : (await countByMonth(reader, filter)).months;
  const withLogs = months.filter(({ matching }) => matching > 0).map(({ month }) => month);
  return {
    fileName: `ra-logs-${dayOf(new Date(), logs.timeZone)}.csv`,
    body: csvStream(
      columns.map(([name]) => name),
      batches(reader, filter, withLogs),
      logs.timeZone,
    ),
  };
}

async function* batches(
  reader: Reader,
  filter: LogFilter,
  months: readonly string[],
): AsyncGenerator<CsvValue[][]> {
  for (const month of months) {
    for (let last: LogRow | null = null; ; ) {
      const rows: LogRow[] = await selectBehind(reader, filter, month, last, rowsPerBatch);
      if (rows.length > 0) yield rows.map((row) => columns.map(([, value]) => value(row)));
      if (rows.length < rowsPerBatch) break;
      last = rows.at(-1) ?? null;
    }
  }
}
