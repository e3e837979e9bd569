import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { Refusal } from '../../../platform/server/refusal/refusal.ts';
import * as calls from '../contract.ts';
import { blocksOf, groupsOf, linkOf } from './content.ts';
import type { NoticesServices } from './notices.ts';
import { presentHistory, presentPublished } from './present.ts';
import { groupsOfNotice, readNotices, selectHistory } from './queries.ts';
import { countReached } from './reach.ts';

type Context = CallContext<PersonActor>;

export async function handleListPublishedNotices(
  { actor, reader }: Context,
  { query: { paging, state } }: CallInput<typeof calls.listPublishedNotices>,
): Promise<CallReply<typeof calls.listPublishedNotices>> {
  const page = await readNotices(reader, state, paging);
  return { ...page, data: page.data.map((row) => presentPublished(actor, row)) };
}

export async function handlePreviewNotice(
  { knownGroups }: NoticesServices,
  { reader }: Context,
  { body }: CallInput<typeof calls.previewNotice>,
): Promise<CallReply<typeof calls.previewNotice>> {
  const { title = '', text = '', tone } = body;
  const read = blocksOf(text);
  const kept = body.id === undefined ? [] : await groupsOfNotice(reader, body.id);
  const groups = orNothing(() => groupsOf(body, [...knownGroups, ...kept]), []);
  const link = orNothing(() => linkOf(body), null);
  return {
    data: {
      face: { tone, title, text: 'read' in read ? read.read : text, link },
      mistake: 'mistake' in read ? read.mistake : null,
      people: groups?.length === 0 ? 0 : await countReached(reader, groups),
    },
  };
}

/** What is half-written is left out of a preview. */
function orNothing<Value>(read: () => Value, instead: Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return instead;
    throw error;
  }
}

export async function handleReadNoticeHistory(
  { reader }: Context,
  { params: { id } }: CallInput<typeof calls.readNoticeHistory>,
): Promise<CallReply<typeof calls.readNoticeHistory>> {
  const rows = await selectHistory(reader, id);
  if (rows.length === 0) throw refusalOf(calls.readNoticeHistory, 'unknown');
  return { data: rows.map((row, index) => presentHistory(row, rows[index + 1])) };
}
