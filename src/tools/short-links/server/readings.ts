import { toBuffer, toString as toText } from 'qrcode';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { toPage } from '../../../platform/contract/paging.ts';
import type { CallContext, Download } from '../../../platform/server/http/context.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import { locatePage, type PageLocation, totalOf } from '../../../platform/server/list/page-location.ts';
import { notFound } from '../../../platform/server/refusal/refusal.ts';
import type * as calls from '../contract.ts';
import { type CountedMonth, countByMonth, countMatching } from './counts.ts';
import { presentLink, presentTarget } from './present.ts';
import {
  countFiltered,
  findLink,
  type LinkRow,
  selectByIds,
  selectOrdered,
  selectPage,
  selectTargets,
  selectVisits,
} from './queries.ts';
import type { ShortLinks } from './short-links.ts';

type Reading = Pick<CallContext, 'reader'>;

export async function handleListLinks(
  links: ShortLinks,
  { reader }: Reading,
  { query: { search: asked, state, sort, paging, ...rest } }: CallInput<typeof calls.listLinks>,
): Promise<CallReply<typeof calls.listLinks>> {
  rest satisfies NothingLeft;
  if (paging === null) return { data: [], meta: { pages: -1 } };
  const search = asked?.toLowerCase() ?? '';
  if (state !== undefined || sort !== undefined) {
    const filter = { search, state, sort };
    const total = await links.totals.read(`${state ?? ''} ${search}`, () => countFiltered(reader, filter));
    const page = await readPage(paging, total, (slice) => selectOrdered(reader, filter, slice));
    return { ...page, data: page.data.map(presentLink) };
  }
  const { months, waiting } = await countByMonth(reader);
  links.counts.noticed(waiting);
  const counts =
    search === ''
      ? months.map((one) => ({ month: one.month, rows: one.links, matching: one.links }))
      : await links.searches.count(search, months, (some) => countMatching(reader, search, some));
  const total = totalOf(counts);
  const location = locatePage(counts, paging);
  const read = (found: PageLocation) => selectPage(reader, search, found, total);
  const isWhole = search !== '' && total <= paging.pageSize;
  const rows =
    location === null
      ? []
      : isWhole
        ? await readWhole(links, reader, search, months, () => read(location))
        : await read(location);
  return toPage(paging, total, rows.map(presentLink));
}

/** All links that a search finds: by their ids, as long as nothing has changed since the last search. */
async function readWhole(
  { searches }: Pick<ShortLinks, 'searches'>,
  reader: Reading['reader'],
  search: string,
  months: readonly CountedMonth[],
  read: () => Promise<LinkRow[]>,
): Promise<LinkRow[]> {
  const known = searches.recall(search, months);
  if (known !== null) return selectByIds(reader, known);
  const rows = await read();
  searches.keep(
    search,
    months,
    rows.map(({ id }) => id),
  );
  return rows;
}

export async function handleReadLinkHistory(
  { reader }: Reading,
  id: string,
): Promise<CallReply<typeof calls.readLinkHistory>> {
  await demandLink(reader, id);
  return { data: (await selectTargets(reader, id)).map(presentTarget) };
}

export async function handleReadLinkVisits(
  links: ShortLinks,
  { reader }: Reading,
  { params, query }: CallInput<typeof calls.readLinkVisits>,
): Promise<CallReply<typeof calls.readLinkVisits>> {
  await demandLink(reader, params.id);
  return { data: await selectVisits(reader, params.id, query.days, links.timeZone) };
}

/** Four modules of quiet zone (ISO/IEC 18004) and redundancy for a scratch: the code is made for paper. */
const codeStyle = { margin: 4, errorCorrectionLevel: 'Q' } as const;
const codePixels = 1_024;

export async function handleDrawLinkCode(
  links: ShortLinks,
  { reader }: Reading,
  { params, query }: CallInput<typeof calls.drawLinkCode>,
): Promise<Download> {
  const { short_url } = await demandLink(reader, params.id);
  const address = `${links.publicUrl}/r/${short_url}`;
  const fileName = `${short_url}.${query.format}`;
  if (query.format === 'png') {
    const body = await toBuffer(address, { ...codeStyle, type: 'png', width: codePixels });
    return { fileName, contentType: 'image/png', body };
  }
  return {
    fileName,
    contentType: 'image/svg+xml',
    body: await toText(address, { ...codeStyle, type: 'svg' }),
  };
}

async function demandLink(reader: Reading['reader'], id: string) {
  const row = await findLink(reader, id);
  if (row === undefined) throw notFound('This short link does not exist, or no longer does.');
  return row;
}
