import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import { toPage } from '../../../platform/contract/paging.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { Secrets } from '../../../platform/server/secrets/secrets.ts';
import * as calls from '../contract.ts';
import { distinctActions } from './distinct.ts';
import { readFilter } from './entry-filter.ts';
import { type Names, ownerOf, presentColumns, presentDetails, presentEntry } from './present.ts';
import { countEntries, type EntryRow, findEntry, selectEntries, selectNames } from './queries.ts';

type Context = CallContext<PersonActor>;

export interface AuditServices {
  readonly timeZone: string;
  readonly secrets: Pick<Secrets, 'decrypt'>;
}

export async function handleListEntries(
  { timeZone }: AuditServices,
  { reader }: Context,
  { query: { paging, ...asked } }: CallInput<typeof calls.listAuditEntries>,
): Promise<CallReply<typeof calls.listAuditEntries>> {
  if (paging === null) return { data: [], meta: { pages: -1 } };
  const filter = await readFilter(reader, asked, timeZone);
  const total = await countEntries(reader, filter);
  const offset = (paging.page - 1) * paging.pageSize;
  const limit = Math.min(paging.pageSize, total - offset);
  const rows = limit <= 0 ? [] : await selectEntries(reader, filter, { offset, limit });
  const names = await namesIn(reader, rows);
  return toPage(
    paging,
    total,
    rows.map((row) => presentEntry(row, names)),
  );
}

/** The people of some entries. */
export async function namesIn(
  reader: Reader,
  rows: readonly Pick<EntryRow, 'actor_id' | 'about'>[],
): Promise<Names> {
  const owners = new Set(
    rows.flatMap(({ actor_id, about }) => [actor_id, about].filter((one) => one !== null)),
  );
  if (owners.size === 0) return new Map();
  const names = await selectNames(reader, [...owners]);
  return new Map(names.map((named) => [named.owner, named]));
}

export async function handleListActions({
  reader,
}: Context): Promise<CallReply<typeof calls.listAuditActions>> {
  return { data: await distinctActions(reader) };
}

export async function handleReadEntry(
  { reader, actor, tellAbout }: Context,
  { params: { id } }: CallInput<typeof calls.readAuditEntry>,
): Promise<CallReply<typeof calls.readAuditEntry>> {
  const { sensitive, ...row } = await demandEntry(reader, id);
  if (row.about !== null) tellAbout([ownerOf(row.about)]);
  const can = { reveal: sensitive !== null && mayCall(actor, calls.revealAuditEntry) };
  const names = await namesIn(reader, [row]);
  return { data: presentDetails(row, names, { isSensitive: sensitive !== null, can }) };
}

export async function handleRevealEntry(
  { secrets }: AuditServices,
  { reader, tellAbout, log }: Context,
  { params: { id } }: CallInput<typeof calls.revealAuditEntry>,
): Promise<CallReply<typeof calls.revealAuditEntry>> {
  const { sensitive, about } = await demandEntry(reader, id);
  if (sensitive === null) throw refusalOf(calls.revealAuditEntry, 'removed');
  if (about !== null) tellAbout([ownerOf(about)]);
  try {
    const { before, after, ...rest } = JSON.parse(secrets.decrypt('audit', sensitive)) as SensitiveValues;
    rest satisfies NothingLeft;
    return { data: { columns: presentColumns(before, after) } };
  } catch (error) {
    log.warn({ err: error, entry: id }, 'The sensitive values of an audit entry could not be decrypted.');
    throw refusalOf(calls.revealAuditEntry, 'locked');
  }
}

interface SensitiveValues {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

async function demandEntry(reader: Reader, id: string) {
  const entry = await findEntry(reader, id);
  if (entry !== undefined) return entry;
  throw refusalOf(calls.readAuditEntry, 'unknown');
}
