import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { noPage } from '../../../platform/contract/paging.ts';
import { nameOf, type PersonActor } from '../../../platform/server/actor/actor.ts';
import type { AuditColumnsOf } from '../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readPage } from '../../../platform/server/list/page.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { Incident } from '../contract/incident-shapes.ts';
import * as calls from '../contract.ts';
import type { HelpDesk } from './help-desk.ts';
import { enqueueRest, enqueueUpdate } from './incident-email.ts';
import {
  addAffected,
  countIncidents,
  findIncident,
  type IncidentRow,
  lockIncident,
  type ShownIncident,
  selectIncidents,
} from './incident-queries.ts';
import { mayWork } from './rules.ts';
import { helpTables } from './tables.ts';

type Context = CallContext<PersonActor>;

export async function handleListAllIncidents(
  { reader, actor }: Context,
  { query: { paging } }: CallInput<typeof calls.listAllIncidents>,
): Promise<CallReply<typeof calls.listAllIncidents>> {
  if (paging === null) return { ...noPage, data: [] };
  const total = await countIncidents(reader);
  const page = await readPage(paging, total, (slice) => selectIncidents(reader, actor.id, slice));
  return { ...page, data: page.data.map(present) };
}

export function handleJoinIncident(
  { actor, change }: Context,
  { params: { id } }: CallInput<typeof calls.joinIncident>,
): Promise<CallReply<typeof calls.joinIncident>> {
  return change(async (unit) => {
    const incident = await lockIncident(unit.transaction, actor.id, id);
    if (incident === undefined) throw refusalOf(calls.joinIncident, 'unknown');
    const isSolved = incident.state === 'solved' && !incident.is_mine;
    unit.demand(isSolved ? refusalOf(calls.joinIncident, 'already-solved') : byPermission);
    await addAffected(unit.transaction, id, actor.id);
    audit(unit, 'join', id, null, {});
    return { data: await show(unit, actor, id) };
  });
}

export function handlePostIncident(
  desk: HelpDesk,
  { actor, change }: Context,
  { body }: CallInput<typeof calls.postIncident>,
): Promise<CallReply<typeof calls.postIncident>> {
  const category = categoryOf(desk, body.category);
  return change(async (unit) => {
    unit.demand(mayWork(actor));
    const { title, text } = body;
    const row = { id: uuid(), title, text, category, state: 'open', created_by: nameOf(actor) } as const;
    await helpTables(unit.transaction).insertInto('help_incidents').values(row).execute();
    audit(unit, 'post', row.id, null, row);
    return { data: await show(unit, actor, row.id) };
  });
}

export function handleChangeIncident(
  desk: HelpDesk,
  { actor, change }: Context,
  { params: { id }, body }: CallInput<typeof calls.changeIncident>,
): Promise<CallReply<typeof calls.changeIncident>> {
  return change(async (unit) => {
    const before = await lockIncident(unit.transaction, actor.id, id);
    if (before === undefined) throw refusalOf(calls.changeIncident, 'unknown');
    unit.demand(mayWork(actor), before);
    const { title, text, state } = body;
    const category = body.category === before.category ? before.category : categoryOf(desk, body.category);
    const after = { title, text, state, category };
    const isNews = title !== before.title || text !== before.text || state !== before.state;
    await helpTables(unit.transaction)
      .updateTable('help_incidents')
      .set({
        ...after,
        ...(isNews ? { updated_at: sql<Date>`now()` } : {}),
        version: sql<number>`version + 1`,
      })
      .where('id', '=', id)
      .execute();
    audit(unit, state === 'solved' && before.state === 'open' ? 'solve' : 'update', id, before, after);
    // People read neither the category nor that someone saved it again.
    await (isNews ? enqueueUpdate : enqueueRest)(unit, id, before.version + 1);
    return { data: await show(unit, actor, id) };
  });
}

async function show({ transaction }: UnitOfWork, actor: PersonActor, id: string): Promise<Incident> {
  const row = await findIncident(transaction, actor.id, id);
  if (row === undefined) throw new Error('An issue that was just written is gone.');
  return present(row);
}

function present({ created_at, updated_at, is_mine, created_by: _, ...row }: ShownIncident): Incident {
  return {
    ...row,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
    isMine: is_mine,
  };
}

function categoryOf({ categories }: HelpDesk, name: string | undefined): string | null {
  if (name === undefined || name === '') return null;
  if (categories.some((one) => one.name === name)) return name;
  const { detail } = calls.postIncident.refusals['unknown-category'];
  throw refusalOf(calls.postIncident, 'unknown-category', { fields: { category: detail } });
}

/** Everyone reads it, so nothing in it is sensitive. */
const columns = {
  id: 'left out',
  title: 'plain',
  text: 'plain',
  category: 'plain',
  state: 'plain',
  created_at: 'left out',
  created_by: 'left out',
  updated_at: 'left out',
  version: 'left out',
} satisfies AuditColumnsOf<IncidentRow>;

function audit(
  unit: UnitOfWork,
  action: 'post' | 'update' | 'solve' | 'join',
  id: string,
  before: Partial<IncidentRow> | null,
  after: Partial<IncidentRow>,
): void {
  const subject = { type: 'help-incident', id, columns };
  unit.record({ action: `help-incident.${action}`, subject, before, after });
}
