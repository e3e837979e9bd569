import { toBuffer, toString as toText } from 'qrcode';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { toPage } from '../../../platform/contract/paging.ts';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import { demandAllowed } from '../../../platform/server/change/verdict.ts';
import type { CallContext, Download } from '../../../platform/server/http/context.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import { locatePage, type PageLocation, totalOf } from '../../../platform/server/list/page-location.ts';
import { notFound } from '../../../platform/server/refusal/refusal.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
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
import { maySee } from './rules.ts';
import { type OwnedBy, scopeOf } from './scope.ts';
import type { ShortLinks } from './short-links.ts';

type Reading = Pick<CallContext<SignedInActor>, 'reader' | 'actor'>;

export async function handleListLinks(
  links: ShortLinks,
  { reader, actor }: Reading,
  { query: { search: asked, state, sort, paging, ...rest } }: CallInput<typeof calls.listLinks>,
): Promise<CallReply<typeof calls.listLinks>> {
  rest satisfies NothingLeft;
  if (paging === null) return { data: [], meta: { pages: -1 } };
  const search = asked?.toLowerCase() ?? '';
  const scope = scopeOf(actor);
  const present = (row: LinkRow) => presentLink(row, actor);
  if (state !== undefined || sort !== undefined) {
    const filter = { search, state, sort, owned: links.owners.seenBy(scope) };
    const total = await links.totals.read(`${JSON.stringify(filter.owned)} ${state ?? ''} ${search}`, () =>
      countFiltered(reader, filter),
    );
    const page = await readPage(paging, total, (slice) => selectOrdered(reader, filter, slice));
    return { ...page, data: page.data.map(present) };
  }
  const { months, owned, waiting } = await countByMonth(reader, scope);
  links.counts.noticed(waiting);
  // What one person searched must not be remembered for another, who has other links.
  const remembered = `${JSON.stringify(owned)} ${search}`;
  const counts =
    search === ''
      ? months.map((one) => ({ month: one.month, rows: one.links, matching: one.links }))
      : await links.searches.count(remembered, months, (some) => countMatching(reader, search, owned, some));
  const total = totalOf(counts);
  const location = locatePage(counts, paging);
  const read = (found: PageLocation) => selectPage(reader, { search, owned }, found, total);
  const isWhole = search !== '' && total <= paging.pageSize;
  const rows =
    location === null
      ? []
      : isWhole
        ? await readWhole(links, { reader, remembered, months, owned }, () => read(location))
        : await read(location);
  return toPage(paging, total, rows.map(present));
}

/** All links that a search finds: by their ids, as long as nothing has changed since the last search. */
async function readWhole(
  { searches }: Pick<ShortLinks, 'searches'>,
  asked: { reader: Reading['reader']; remembered: string; months: readonly CountedMonth[]; owned: OwnedBy },
  read: () => Promise<LinkRow[]>,
): Promise<LinkRow[]> {
  const { reader, remembered, months, owned } = asked;
  const known = searches.recall(remembered, months);
  if (known !== null) return selectByIds(reader, known, owned);
  const rows = await read();
  searches.keep(
    remembered,
    months,
    rows.map(({ id }) => id),
  );
  return rows;
}

export async function handleReadLink(
  { reader, actor }: Reading,
  id: string,
): Promise<CallReply<typeof calls.readLink>> {
  return { data: presentLink(await demandLink(reader, actor, id), actor) };
}

export async function handleReadLinkHistory(
  { reader, actor }: Reading,
  id: string,
): Promise<CallReply<typeof calls.readLinkHistory>> {
  await demandLink(reader, actor, id);
  return { data: (await selectTargets(reader, id)).map(presentTarget) };
}

export async function handleReadLinkVisits(
  links: ShortLinks,
  { reader, actor }: Reading,
  { params, query }: CallInput<typeof calls.readLinkVisits>,
): Promise<CallReply<typeof calls.readLinkVisits>> {
  await demandLink(reader, actor, params.id);
  const today = dayOf(Date.now(), links.timeZone);
  return { data: await selectVisits(reader, params.id, query.days, today) };
}

/** Four modules of quiet zone (ISO/IEC 18004) and redundancy for scratches: the code is made for paper. */
const codeStyle = { margin: 4, errorCorrectionLevel: 'Q' } as const;
const codePixels = 1_024;

export async function handleDrawLinkCode(
  links: ShortLinks,
  { reader, actor }: Reading,
  { params, query }: CallInput<typeof calls.drawLinkCode>,
): Promise<Download> {
  const { short_url } = await demandLink(reader, actor, params.id);
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

/** @throws Refusal `not found` for a link that does not exist or that this person may not know about */
async function demandLink(reader: Reading['reader'], viewer: SignedInActor, id: string) {
  const row = await findLink(reader, id);
  demandAllowed(maySee(viewer, row ?? { owner_groups: [] }));
  if (row === undefined) throw notFound('This short link does not exist, or no longer does.');
  return row;
}
