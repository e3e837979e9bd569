import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { noPage } from '../../../platform/contract/paging.ts';
import type { Actor, PersonActor } from '../../../platform/server/actor/actor.ts';
import { demandAllowed } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { CallContext, FileAnswer } from '../../../platform/server/http/context.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { mostPosterBytes, type Poster } from '../contract/shapes.ts';
import * as calls from '../contract.ts';
import { earliestDay, priceOf } from './choices.ts';
import type { Posters } from './posters.ts';
import { presentPoster, presentQueued, presentRow } from './present.ts';
import { countQueue, findRequest, readCounts, readOwn, selectMessages, selectQueue } from './queries.ts';
import { mayRead } from './rules.ts';

type Context = CallContext<PersonActor>;

export async function handleReadPosterForm(
  posters: Posters,
): Promise<CallReply<typeof calls.readPosterForm>> {
  const priced = ({ name, squareFoot }: Posters['papers'][number]) => {
    const cents = priceOf(posters, { name, squareFoot });
    return { name, squareFoot: cents === null ? null : cents / 100 };
  };
  return {
    data: {
      papers: posters.papers.map(priced),
      finishes: posters.finishes.map(priced),
      leadDays: posters.leadDays,
      earliest: earliestDay(posters),
      largestFile: Math.min(mostPosterBytes, posters.stored.scanner?.largest ?? mostPosterBytes),
    },
  };
}

export async function handleListMyPosters(
  { reader, actor }: Context,
  { query: { paging } }: CallInput<typeof calls.listMyPosters>,
): Promise<CallReply<typeof calls.listMyPosters>> {
  const page = await readOwn(reader, actor.id, paging);
  return { ...page, data: page.data.map(presentRow) };
}

export async function handleListPosterQueue(
  { totals }: Posters,
  { reader }: Context,
  { query: { paging, ...filter } }: CallInput<typeof calls.listPosterQueue>,
): Promise<CallReply<typeof calls.listPosterQueue>> {
  if (paging === null) return { ...noPage, data: [] };
  const total = await totals.read(JSON.stringify(filter), () => countQueue(reader, filter));
  const page = await readPage(paging, total, (slice) => selectQueue(reader, filter, slice));
  return { ...page, data: page.data.map(presentQueued) };
}

export async function handleReadPosterCounts({
  reader,
}: Context): Promise<CallReply<typeof calls.readPosterCounts>> {
  return { data: await readCounts(reader) };
}

export async function handleReadPoster(
  { reader, actor }: Context,
  { params: { id } }: CallInput<typeof calls.readPoster>,
): Promise<CallReply<typeof calls.readPoster>> {
  return { data: await showPoster(reader, actor, id) };
}

/** A request as this viewer may read it. @throws Refusal `unknown` */
export async function showPoster(reader: Reader, viewer: Actor, id: string): Promise<Poster> {
  const row = await findRequest(reader, id);
  if (row === undefined) throw refusalOf(calls.readPoster, 'unknown');
  demandAllowed(mayRead(viewer, row));
  return presentPoster(row, await selectMessages(reader, id), viewer);
}

export async function handleDownloadPoster(
  { stored }: Posters,
  { reader, actor }: Context,
  { params: { id } }: CallInput<typeof calls.downloadPoster>,
): Promise<FileAnswer> {
  const row = await findRequest(reader, id);
  if (row === undefined || mayRead(actor, row) !== true) throw refusalOf(calls.downloadPoster, 'unknown');
  if (row.stored_name === null) throw refusalOf(calls.downloadPoster, 'removed');
  const content = await stored.open(reader, row.stored_name);
  return { fileName: row.file_name, contentType: 'application/pdf', content };
}
