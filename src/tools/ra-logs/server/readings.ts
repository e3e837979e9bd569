import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { type Page, type Paging, toPage } from '../../../platform/contract/paging.ts';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import { locatePage, totalOf } from '../../../platform/server/list/page-location.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { periodOf } from '../../../platform/server/time/days.ts';
import * as calls from '../contract.ts';
import { selectBuildings } from './buildings.ts';
import { countByMonth } from './counts.ts';
import {
  type AskedFilter,
  type LogFilter,
  matchesNobody,
  selectPeopleNamed,
  selectPeopleOf,
} from './log-filter.ts';
import { countOwned, ownerOf, selectOwned } from './owned-follow-ups.ts';
import { presentLog } from './present.ts';
import { type LogRow, selectLastWalked, selectPage } from './queries.ts';
import type { RaLogs } from './ra-logs.ts';

type Context = CallContext<SignedInActor>;

export async function handleListRaLogs(
  logs: RaLogs,
  { actor, reader }: Context,
  { query: { paging, ...asked } }: CallInput<typeof calls.listRaLogs>,
): Promise<CallReply<typeof calls.listRaLogs>> {
  const filter = await readFilter(logs, reader, asked);
  if (paging === null) return { data: [], meta: { pages: -1 } };
  return presentPage(logs, actor, await readLogs(logs, reader, filter, paging));
}

export async function handleListMyRaLogs(
  logs: RaLogs,
  { actor, reader }: Context,
  { query: { paging, ...asked } }: CallInput<typeof calls.listMyRaLogs>,
): Promise<CallReply<typeof calls.listMyRaLogs>> {
  const found = await readFilter(logs, reader, asked);
  if (paging === null) return { data: [], meta: { pages: -1 } };
  const filter = { ...found, submitters: await selectPeopleOf(reader, actor.id) };
  return presentPage(logs, actor, await readLogs(logs, reader, filter, paging));
}

export async function handleListMyFollowUps(
  logs: RaLogs,
  { actor, reader }: Context,
  { query: { paging } }: CallInput<typeof calls.listMyFollowUps>,
): Promise<CallReply<typeof calls.listMyFollowUps>> {
  if (paging === null) return { data: [], meta: { pages: -1 } };
  const owner = ownerOf(actor);
  const page = await readPage(paging, await countOwned(reader, owner), (slice) =>
    selectOwned(reader, owner, slice),
  );
  return presentPage(logs, actor, page);
}

export async function handleReadLatestRaLog(
  logs: RaLogs,
  { actor, reader }: Context,
  { params: { building } }: CallInput<typeof calls.readLatestRaLog>,
): Promise<CallReply<typeof calls.readLatestRaLog>> {
  if (!(await isKnown(logs, reader, building))) throw refusalOf(calls.readLatestRaLog, 'unknown-building');
  const { data } = await readLogs(logs, reader, { building }, { page: 1, pageSize: 1 });
  const [filed] = data;
  if (filed === undefined) return { data: null };
  return { data: presentLog(await selectLastWalked(reader, filed), actor, logs.timeZone) };
}

/** The configured buildings in their order, then those that occur only in logs. */
export async function handleListBuildings(
  logs: Pick<RaLogs, 'buildings'>,
  { reader }: Pick<Context, 'reader'>,
): Promise<CallReply<typeof calls.listBuildings>> {
  const configured = new Set(logs.buildings.map(({ name }) => name));
  const others = (await selectBuildings(reader)).filter((name) => !configured.has(name));
  return { data: [...logs.buildings, ...others.map((name) => ({ name, offered: false }))] };
}

/** Looks up what a filter names. @throws Refusal for a building that does not exist */
export async function readFilter(
  logs: Pick<RaLogs, 'buildings' | 'timeZone'>,
  reader: Reader,
  asked: AskedFilter,
): Promise<LogFilter> {
  const { reviewed, followUp, building, submittedBy, reviewedBy, from, to, ...rest } = asked;
  rest satisfies NothingLeft;
  const hasBuilding = building !== undefined && building !== '';
  if (hasBuilding && !(await isKnown(logs, reader, building))) {
    const fields = { building: calls.listRaLogs.refusals['unknown-building'].detail };
    throw refusalOf(calls.listRaLogs, 'unknown-building', { fields });
  }
  return {
    reviewed,
    followUp,
    building: hasBuilding ? building : undefined,
    submitters: submittedBy ? await selectPeopleNamed(reader, submittedBy) : undefined,
    reviewers: reviewedBy ? await selectPeopleNamed(reader, reviewedBy) : undefined,
    ...periodOf({ from, to }, logs.timeZone),
  };
}

async function isKnown({ buildings }: Pick<RaLogs, 'buildings'>, reader: Reader, building: string) {
  return (
    buildings.some(({ name }) => name === building) || (await selectBuildings(reader)).includes(building)
  );
}

async function readLogs(
  { counts }: Pick<RaLogs, 'counts'>,
  reader: Reader,
  filter: LogFilter,
  paging: NonNullable<Paging>,
): Promise<Page<LogRow>> {
  if (matchesNobody(filter)) return toPage(paging, 0, []);
  const { months, waiting } = await countByMonth(reader, filter);
  counts.noticed(waiting);
  const location = locatePage(months, paging);
  const rows = location === null ? [] : await selectPage(reader, filter, location);
  return toPage(paging, totalOf(months), rows);
}

function presentPage({ timeZone }: RaLogs, viewer: SignedInActor, page: Page<LogRow>) {
  return { ...page, data: page.data.map((row) => presentLog(row, viewer, timeZone)) };
}
