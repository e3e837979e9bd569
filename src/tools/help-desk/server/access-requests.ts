import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { isAllowed, mayCall } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { DeclaredPermission } from '../../../platform/server/tool/server-tool.ts';
import * as calls from '../contract.ts';
import { enqueueAccessEmail } from './access-email.ts';
import { findColleague } from './desk-queries.ts';
import type { HelpDesk } from './help-desk.ts';
import { countRecentTickets, findOpenRequest, type OpenRequest } from './queries.ts';
import { mayAsk, maySubmit } from './rules.ts';
import { storeTicket } from './store-ticket.ts';

type Context = CallContext<PersonActor>;

/** What a declared page requires, and nothing about what is on it. */
export async function handleReadMissingAccess(
  { access }: HelpDesk,
  { reader, actor }: Context,
  { query: { path } }: CallInput<typeof calls.readMissingAccess>,
): Promise<CallReply<typeof calls.readMissingAccess>> {
  const needed = access.accessOf(path);
  const missing = access.permissions.find(({ permission }) => permission === needed);
  if (missing === undefined || actor.permissions.has(missing.permission)) return { data: null };
  const { permission, about, owner } = missing;
  const open = await findOpenRequest(reader, actor.id, permission);
  return {
    data: {
      permission,
      about,
      owner: owner === null ? access.helper : { name: owner.name, contact: owner.address },
      asked: open === undefined ? null : presentAsked(open),
      can: { ask: mayCall(actor, calls.askForAccess) },
    },
  };
}

/** Another tab was faster. */
class AlreadyAsked extends Error {
  readonly open: OpenRequest;

  constructor(open: OpenRequest) {
    super();
    this.open = open;
  }
}

/** Creates a ticket, or returns the open one. Nothing is granted: groups are changed in the directory. */
export async function handleAskForAccess(
  desk: HelpDesk,
  { reader, actor, change }: Context,
  { body: { permission, reason } }: CallInput<typeof calls.askForAccess>,
): Promise<CallReply<typeof calls.askForAccess>> {
  const wanted = desk.access.permissions.find((one) => one.permission === permission);
  if (wanted === undefined) throw refusalOf(calls.askForAccess, 'unknown-permission');
  const open = await findOpenRequest(reader, actor.id, permission);
  if (open !== undefined) return { data: presentAsked(open) };
  try {
    return await change(async (unit) => {
      // Also keeps the same person's other tabs waiting.
      const recent = await countRecentTickets(unit.transaction, actor.id);
      const other = await findOpenRequest(unit.transaction, actor.id, permission);
      if (other !== undefined) throw new AlreadyAsked(other);
      const verdict = mayAsk(actor, wanted.permission);
      unit.demand(isAllowed(verdict) ? maySubmit(recent, desk.ticketsPerHour) : verdict);
      return { data: presentAsked(await storeRequest(desk, unit, actor, wanted, reason)) };
    });
  } catch (error) {
    if (error instanceof AlreadyAsked) return { data: presentAsked(error.open) };
    throw error;
  }
}

async function storeRequest(
  desk: HelpDesk,
  unit: UnitOfWork,
  actor: PersonActor,
  { permission, about, tool, owner }: DeclaredPermission,
  reason: string,
) {
  const { row, messageId } = await storeTicket(desk, unit, actor, {
    subject: `Access to ${tool}`,
    description: reason,
    category: null,
    answers: [
      { question: 'Permission', answer: `${permission}: ${about}` },
      { question: 'Groups', answer: actor.groups.length === 0 ? 'None' : actor.groups.toSorted().join(', ') },
      ...(owner === null ? [] : [{ question: 'Owner', answer: `${owner.name} <${owner.address}>` }]),
    ],
    permission,
    assignee: owner === null ? undefined : await findColleague(unit.transaction, owner.address, desk.workers),
  });
  if (owner !== null) await enqueueAccessEmail(unit, { ticketId: row.id, messageId });
  return row;
}

function presentAsked({ id, number, created_at }: OpenRequest) {
  return { at: created_at.toISOString(), ticket: { id, number } };
}
