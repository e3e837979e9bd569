import type { CallInput } from '../../../platform/contract/call.ts';
import { type CsvValue, csvStream } from '../../../platform/server/csv/write-csv.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { CallContext, Download } from '../../../platform/server/http/context.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import type { exportAuditEntries } from '../contract.ts';
import { type EntryFilter, readFilter } from './entry-filter.ts';
import { type Names, presentEntry } from './present.ts';
import { type EntryRow, selectBehind } from './queries.ts';
import { type AuditServices, namesIn } from './readings.ts';

const header = [
  'at',
  'by',
  'byEmail',
  'actingFor',
  'action',
  'subjectType',
  'subjectId',
  'about',
  'aboutEmail',
  'before',
  'after',
  'clientAddress',
  'requestId',
] as const;

const rowsPerBatch = 500;

/** All that match, newest first, without sensitive values. Only one batch is in memory. */
export async function handleExportEntries(
  { timeZone }: AuditServices,
  { reader }: Pick<CallContext, 'reader'>,
  { query }: CallInput<typeof exportAuditEntries>,
): Promise<Download> {
  const filter = await readFilter(reader, query, timeZone);
  // Read before the response starts, so that an outage is still a 503.
  const first = await selectBehind(reader, filter, null, rowsPerBatch);
  return {
    fileName: `audit-${dayOf(new Date(), timeZone)}.csv`,
    body: csvStream(header, batches(reader, filter, first), timeZone),
  };
}

async function* batches(
  reader: Reader,
  filter: EntryFilter,
  first: readonly EntryRow[],
): AsyncGenerator<CsvValue[][]> {
  for (let rows = first; rows.length > 0; ) {
    const names = await namesIn(reader, rows);
    yield rows.map((row) => lineOf(row, names));
    const last = rows.at(-1);
    if (rows.length < rowsPerBatch || last === undefined) return;
    rows = await selectBehind(reader, filter, last, rowsPerBatch);
  }
}

function lineOf(row: EntryRow, names: Names): CsvValue[] {
  const { by, about, actingFor, action, subject } = presentEntry(row, names);
  return [
    row.at,
    by.name,
    by.email,
    actingFor,
    action,
    subject.type,
    subject.id,
    about?.name ?? null,
    about?.email ?? null,
    row.before === null ? null : JSON.stringify(row.before),
    row.after === null ? null : JSON.stringify(row.after),
    row.client_address,
    row.request_id,
  ];
}
