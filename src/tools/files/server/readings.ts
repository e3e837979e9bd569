import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { noPage } from '../../../platform/contract/paging.ts';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import { onOneConnection } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { mostAtOnce } from '../contract/shapes.ts';
import * as calls from '../contract.ts';
import { wordsOf } from './audience.ts';
import { pathOfFile } from './filepath.ts';
import type { FileServices } from './files.ts';
import { groupsOf } from './groups.ts';
import { networksOf } from './networks.ts';
import { presentFile, presentMine, presentVersion } from './present.ts';
import {
  countFiles,
  countMine,
  findByPath,
  findFile,
  selectDownloads,
  selectFiles,
  selectHistory,
  selectMine,
  selectVersions,
} from './queries.ts';
import { groupsOfViewer, mayAddVersion } from './rules.ts';

type Context = CallContext<SignedInActor>;

export async function handleListFiles(
  services: FileServices,
  context: Context,
  { query: { paging, ...filter } }: CallInput<typeof calls.listFiles>,
): Promise<CallReply<typeof calls.listFiles>> {
  if (paging === null) return { ...noPage, data: [] };
  const { reader } = context;
  const total = await services.totals.read(JSON.stringify(filter), () => countFiles(reader, filter));
  const page = await readPage(paging, total, (slice) => selectFiles(reader, filter, slice));
  return { ...page, data: page.data.map((row) => presentFile(row, context, services)) };
}

export async function handleListMyFiles(
  { totals }: FileServices,
  context: Context,
  { query: { paging } }: CallInput<typeof calls.listMyFiles>,
): Promise<CallReply<typeof calls.listMyFiles>> {
  const { reader, actor } = context;
  const groups = groupsOfViewer(actor);
  const total = await totals.read(`of ${groups.join('\n')}`, () => countMine(reader, groups));
  if (paging === null) {
    const all = { from: 'beginning', offset: 0, limit: mostAtOnce } as const;
    const rows = await selectMine(reader, groups, all);
    const pages = Math.ceil(total / mostAtOnce);
    return { data: rows.map((row) => presentMine(row, context)), meta: { pages, total } };
  }
  const page = await readPage(paging, total, (slice) => selectMine(reader, groups, slice));
  return { data: page.data.map((row) => presentMine(row, context)), meta: { ...page.meta, total } };
}

export async function handleReadFileDetails(
  services: FileServices,
  context: Context,
  { params: { id } }: CallInput<typeof calls.readFileDetails>,
): Promise<CallReply<typeof calls.readFileDetails>> {
  const { reader } = context;
  const [row, versions, downloads, history] = await onOneConnection(reader, (one) =>
    Promise.all([
      findFile(one, id),
      selectVersions(one, id),
      selectDownloads(one, id),
      selectHistory(one, id),
    ]),
  );
  if (row === undefined) throw refusalOf(calls.readFileDetails, 'unknown');
  return {
    data: {
      ...presentFile(row, context, services),
      versions: versions.map((version) => presentVersion(version, row.current_version)),
      downloads: downloads.map(({ by, at, number }) => ({
        by: by ?? 'Someone whose account is gone',
        at: at.toISOString(),
        number,
      })),
      history: history.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    },
  };
}

/** Before a large file is sent in vain. */
export async function handleCheckUpload(
  services: FileServices,
  { reader, actor }: Context,
  { query }: CallInput<typeof calls.checkUpload>,
): Promise<CallReply<typeof calls.checkUpload>> {
  networksOf(query.ipAddresses);
  const { unknown } = groupsOf(query.adGroups, services.knownGroups);
  const filepath = pathOfFile(query, query.fileName);
  const there = await findByPath(reader, filepath);
  const taken =
    there === undefined
      ? null
      : {
          _id: there.id,
          originalFilename: there.original_filename,
          mayAddVersion: isAllowed(mayAddVersion(actor, there)),
        };
  return { data: { filepath, taken, unknownGroups: unknown } };
}

export async function handleReadFileOptions(
  services: FileServices,
  { actor }: Context,
): Promise<CallReply<typeof calls.readFileOptions>> {
  const mine = new Set(groupsOfViewer(actor));
  const groups = services.knownGroups.map((name) => ({
    name,
    words: wordsOf(name, services),
    isMine: mine.has(foldCase(name)),
  }));
  const { campusNetworks, largestFileMegabytes, stored } = services;
  const scanner = stored.scanner;
  const largestFile = Math.min(largestFileMegabytes * 1024 * 1024, scanner?.largest ?? Infinity);
  return { data: { groups, campusNetworks, largestFile, scanned: scanner !== null } };
}
