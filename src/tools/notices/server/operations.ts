import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { nameOf, type PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { byPermission, type Verdict } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';
import { auditNotice } from './audit.ts';
import { contentOf } from './content.ts';
import { enqueueEmails } from './emails.ts';
import { countEmergency, countNotice } from './limits.ts';
import type { NoticesServices } from './notices.ts';
import { presentPublished, saidBy } from './present.ts';
import {
  deleteMarks,
  findNotice,
  groupsOfNotice,
  insertHistory,
  lockNotice,
  readClock,
  type StatedNotice,
} from './queries.ts';
import { mayChange, mayEnd, mayWithdraw } from './rules.ts';
import { type NoticeRow, noticesTables } from './tables.ts';

type Context = CallContext<PersonActor>;

export async function handlePublishNotice(
  services: NoticesServices,
  { actor, change }: Context,
  { body }: CallInput<typeof calls.publishNotice>,
): Promise<CallReply<typeof calls.publishNotice>> {
  const content = contentOf(body, services.knownGroups);
  return countNotice(services, actor, () =>
    change(async (unit) => {
      unit.demand(byPermission);
      const times = timesOf(body, await readClock(unit.transaction), null);
      const { title, tone } = body;
      return { data: await insertNotice(unit, actor, { title, tone, ...content, ...times }) };
    }),
  );
}

/** What someone has written, with its times. */
type Written = Partial<Pick<NoticeRow, 'all_clear_of'>> &
  Pick<
    NoticeRow,
    'title' | 'tone' | 'text' | 'blocks' | 'groups' | 'starts_at' | 'ends_at' | 'link_href' | 'link_text'
  >;

export async function insertNotice(unit: UnitOfWork, actor: PersonActor, written: Written) {
  const row = { id: uuid(), ...written, created_by_id: actor.id, created_by: nameOf(actor) };
  await noticesTables(unit.transaction)
    .insertInto('notices')
    .values({ ...row, blocks: JSON.stringify(row.blocks) })
    .execute();
  auditNotice(unit, 'publish', row.id, null, row);
  return follow(unit, actor, row.id, 'publish');
}

export async function handleChangeNotice(
  services: NoticesServices,
  { actor, change, reader }: Context,
  { params: { id }, body }: CallInput<typeof calls.changeNotice>,
): Promise<CallReply<typeof calls.changeNotice>> {
  const content = contentOf(body, [...services.knownGroups, ...(await groupsOfNotice(reader, id))]);
  const isEmailed = body.emailUpdate === true && body.tone === 'emergency';
  const edit = async (unit: UnitOfWork) => {
    const before = await hold(unit, actor, id, mayChange);
    const times = timesOf(body, await readClock(unit.transaction), before);
    const { title, tone } = body;
    if ((tone === 'emergency') !== (before.tone === 'emergency'))
      throw refusalOf(calls.changeNotice, 'fixed-tone');
    const isSameAudience = JSON.stringify(content.groups) === JSON.stringify(before.groups);
    if (tone === 'emergency' && !isSameAudience) throw refusalOf(calls.changeNotice, 'fixed-people');
    const after = { title, tone, ...content, ...times };
    // A new version would show everyone, and the history, an edit that changed nothing.
    if (!isEmailed && isUnchanged(before, after)) {
      auditNotice(unit, 'edit', id, before, before);
      return { data: presentPublished(actor, before) };
    }
    await noticesTables(unit.transaction)
      .updateTable('notices')
      .set({ ...after, blocks: JSON.stringify(after.blocks), ...nextVersion })
      .where('id', '=', id)
      .execute();
    if (words.some((column) => after[column] !== before[column])) await deleteMarks(unit.transaction, id);
    auditNotice(unit, 'edit', id, before, after);
    const edited = await follow(unit, actor, id, 'edit');
    return { data: isEmailed ? await enqueueEmails(unit, actor, id) : edited };
  };
  return isEmailed ? countEmergency(services, actor, () => change(edit)) : change(edit);
}

/** The blocks follow from the text. */
function isUnchanged(before: StatedNotice, { blocks: _blocks, ...after }: Written): boolean {
  const columns = Object.keys(after) as (keyof typeof after)[];
  return columns.every((column) => JSON.stringify(after[column]) === JSON.stringify(before[column]));
}

/** What people read and dismiss. */
const words = ['title', 'text', 'tone', 'link_href', 'link_text'] as const;

export function handleEndNotice(
  { actor, change }: Context,
  { params: { id } }: CallInput<typeof calls.endNotice>,
): Promise<CallReply<typeof calls.endNotice>> {
  return change(async (unit) => {
    return { data: await end(unit, actor, await hold(unit, actor, id, mayEnd)) };
  });
}

/** Ends one that is locked. */
export async function end(unit: UnitOfWork, actor: PersonActor, { id, ends_at }: StatedNotice) {
  const after = { ends_at: await readClock(unit.transaction) };
  await update(unit, id, after);
  auditNotice(unit, 'end', id, { ends_at }, after);
  return follow(unit, actor, id, 'end');
}

export function handleWithdrawNotice(
  { actor, change }: Context,
  { params: { id } }: CallInput<typeof calls.withdrawNotice>,
): Promise<CallReply<typeof calls.withdrawNotice>> {
  return change(async (unit) => {
    await hold(unit, actor, id, mayWithdraw);
    const after = { withdrawn_at: await readClock(unit.transaction) };
    await update(unit, id, after);
    auditNotice(unit, 'withdraw', id, { withdrawn_at: null }, after);
    return { data: await follow(unit, actor, id, 'withdraw') };
  });
}

const nextVersion = { updated_at: sql<Date>`now()`, version: sql<number>`version + 1` };

export async function hold(
  unit: UnitOfWork,
  actor: PersonActor,
  id: string,
  rule: (viewer: PersonActor, row: StatedNotice) => Verdict,
): Promise<StatedNotice> {
  const row = await lockNotice(unit.transaction, id);
  if (row === undefined) throw refusalOf(calls.changeNotice, 'unknown');
  unit.demand(rule(actor, row), row);
  return row;
}

async function update(
  unit: UnitOfWork,
  id: string,
  columns: { ends_at: Date } | { withdrawn_at: Date },
): Promise<void> {
  await noticesTables(unit.transaction)
    .updateTable('notices')
    .set({ ...columns, ...nextVersion })
    .where('id', '=', id)
    .execute();
}

/** Keeps the version that was just written. */
async function follow(
  unit: UnitOfWork,
  actor: PersonActor,
  id: string,
  action: 'publish' | 'edit' | 'end' | 'withdraw',
) {
  const row = await findNotice(unit.transaction, id);
  if (row === undefined) throw new Error('A notice that was just written is gone.');
  await insertHistory(unit.transaction, row, { action, by: nameOf(actor), said: saidBy(row) });
  return presentPublished(actor, row);
}

/**
 * A start in the past is now; one that has begun keeps its start.
 * @param now By the clock of the database, which decides what is showing.
 * @throws Refusal at the field
 */
export function timesOf(
  { from, until }: { from?: string | null | undefined; until: string },
  now: Date,
  before: StatedNotice | null,
): { starts_at: Date; ends_at: Date } {
  const refuse = (message: string) =>
    refusalOf(calls.publishNotice, 'wrong-times', { fields: { until: message } });
  const ends_at = new Date(until);
  if (ends_at <= now) throw refuse('Choose a time in the future.');
  const wanted = from == null ? now : new Date(from);
  const starts_at = before?.state === 'showing' ? before.starts_at : wanted > now ? wanted : now;
  if (ends_at <= starts_at) throw refuse('Choose a time after the start.');
  return { starts_at, ends_at };
}
