import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';
import { mark, selectInBell } from './mine-queries.ts';
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
  { actor }: Context,
  { body: { ids } }: CallInput<typeof calls.readMyNotices>,
): Promise<void> {
  await mark(unaudited('pins and dismissals'), actor, ids, 'read');
}

export async function handleDismissNotice(
  unaudited: Unaudited,
  { actor, reader }: Context,
  { params: { id } }: CallInput<typeof calls.dismissNotice>,
): Promise<void> {
  const row = (await selectInBell(reader, actor)).find((one) => one.id === id);
  if (row === undefined) throw refusalOf(calls.dismissNotice, 'unknown');
  if (row.tone === 'emergency' && row.is_showing) throw refusalOf(calls.dismissNotice, 'is-emergency');
  await mark(unaudited('pins and dismissals'), actor, [id], 'dismissed');
}
