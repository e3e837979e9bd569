import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';
import { mark, type SeenNotice, selectInBell } from './mine-queries.ts';
import { presentMine } from './present.ts';

type Context = CallContext<PersonActor>;

export async function handleListMyNotices({
  actor,
  reader,
}: Context): Promise<CallReply<typeof calls.listMyNotices>> {
  return { data: (await selectInBell(reader, actor)).map(presentMine) };
}

export async function handleReadMyNotices(
  unaudited: Unaudited,
  { actor, reader }: Context,
  { body: { notices } }: CallInput<typeof calls.readMyNotices>,
): Promise<void> {
  await mark(unaudited('pins and dismissals'), actor, notices, 'read');
  if (hasChanged(await selectInBell(reader, actor), notices))
    throw refusalOf(calls.readMyNotices, 'stale-version');
}

export async function handleDismissNotice(
  unaudited: Unaudited,
  { actor, reader }: Context,
  { params: { id, version } }: CallInput<typeof calls.dismissNotice>,
): Promise<void> {
  const row = (await selectInBell(reader, actor)).find((one) => one.id === id);
  if (row === undefined) throw refusalOf(calls.dismissNotice, 'unknown');
  if (row.tone === 'emergency' && row.is_showing) throw refusalOf(calls.dismissNotice, 'is-emergency');
  await mark(unaudited('pins and dismissals'), actor, [{ id, version }], 'dismissed');
  if (hasChanged(await selectInBell(reader, actor), [{ id, version }]))
    throw refusalOf(calls.dismissNotice, 'stale-version');
}

/** Whether a notice says something other than what was seen. */
function hasChanged(current: readonly SeenNotice[], seen: readonly SeenNotice[]): boolean {
  const versions = new Map(seen.map(({ id, version }) => [id, version]));
  return current.some(({ id, version }) => versions.has(id) && versions.get(id) !== version);
}
