import { type CsvValue, csvStream } from '../../../platform/server/csv/write-csv.ts';
import type { CallContext, Download } from '../../../platform/server/http/context.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import { type LinkRow, selectLinksBehind } from './queries.ts';
import type { ShortLinks } from './short-links.ts';

const header = ['shortUrl', 'longUrl', 'expirationDate', 'visits', 'lastVisitAt', 'createdBy', 'createdAt'];
const rowsPerBatch = 1_000;

/** All links, newest first; the first three columns are those of an import. Only a batch of them is in memory. */
export async function handleExportLinks(
  { timeZone }: ShortLinks,
  { reader }: Pick<CallContext, 'reader'>,
  search: string | undefined,
): Promise<Download> {
  // The first batch is read before the answer begins, so that an outage is still a 503.
  const first = await selectLinksBehind(reader, search, null, rowsPerBatch);
  async function* batches(): AsyncGenerator<CsvValue[][]> {
    for (let batch = first; batch.length > 0; ) {
      yield batch.map(toRecord);
      const last = batch.at(-1) ?? null;
      batch = batch.length < rowsPerBatch ? [] : await selectLinksBehind(reader, search, last, rowsPerBatch);
    }
  }
  return { fileName: `short-links-${dayOf(Date.now(), timeZone)}.csv`, body: csvStream(header, batches()) };
}

function toRecord(row: LinkRow): CsvValue[] {
  const { short_url, long_url, expires_at, visits, last_visit_at, created_by, created_at } = row;
  return [short_url, long_url, expires_at, visits, last_visit_at, created_by, created_at];
}
