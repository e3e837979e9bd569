import type { CallInput } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import { type CsvValue, csvStream } from '../../../platform/server/csv/write-csv.ts';
import type { CallContext, Download } from '../../../platform/server/http/context.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import type { exportLinks } from '../contract.ts';
import { type LinkRow, selectLinksBehind } from './queries.ts';
import { scopeOf } from './scope.ts';
import type { ShortLinks } from './short-links.ts';

/** The title of every column of a link, in the order of the file; `null` is not exported. */
const titles: Readonly<Record<keyof LinkRow, string | null>> = {
  short_url: 'shortUrl',
  long_url: 'longUrl',
  expires_at: 'expirationDate',
  visits: 'visits',
  last_visit_at: 'lastVisitAt',
  created_by: 'createdBy',
  created_at: 'createdAt',
  owner_groups: 'ownerGroups',
  kept_by: null,
  target_check: null,
  id: null,
  expired: null,
  version: null,
};
type Column = Exclude<keyof LinkRow, 'target_check'>;
const columns = (Object.keys(titles) as Column[]).filter((column) => titles[column] !== null);
const header = columns.map((column) => titles[column] ?? '');
const rowsPerBatch = 1_000;

/** All links that this person manages, newest first; an import reads the columns that a link can be added with. Only one batch is in memory. */
export async function handleExportLinks(
  { timeZone, owners }: ShortLinks,
  { reader, actor }: Pick<CallContext<SignedInActor>, 'reader' | 'actor'>,
  { query: { search, state, ...rest } }: CallInput<typeof exportLinks>,
): Promise<Download> {
  rest satisfies NothingLeft;
  // The first batch is read before the response starts, so that an outage is still a 503.
  const filter = { search, state, owned: owners.seenBy(scopeOf(actor)) };
  const first = await selectLinksBehind(reader, filter, null, rowsPerBatch);
  async function* batches(): AsyncGenerator<CsvValue[][]> {
    for (let batch = first; batch.length > 0; ) {
      yield batch.map(toRecord);
      const last = batch.at(-1) ?? null;
      batch = batch.length < rowsPerBatch ? [] : await selectLinksBehind(reader, filter, last, rowsPerBatch);
    }
  }
  return {
    fileName: `short-links-${dayOf(Date.now(), timeZone)}.csv`,
    body: csvStream(header, batches(), timeZone),
  };
}

function toRecord(row: LinkRow): CsvValue[] {
  return columns.map((column) => (column === 'owner_groups' ? row[column].join(', ') : row[column]));
}
