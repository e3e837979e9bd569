import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import {
  type Belongings,
  type Holder,
  notTheirs,
  type Outcome as OneOutcome,
} from '../../../platform/server/belongings/belongings.ts';
import { findHolder } from '../../../platform/server/belongings/holders.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { notFound } from '../../../platform/server/refusal/refusal.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import * as calls from '../contract.ts';
import { auditDeparture, auditHandOver } from './audit.ts';
import { readOwned } from './owned.ts';
import { presentDeparture } from './present.ts';
import { findDeparture, findDepartureOf, holdPerson, setState } from './queries.ts';
import { enqueueReceived } from './received-email.ts';

export type Services = Pick<Platform, 'belongings' | 'permissionsOf' | 'accessOf'>;
type Context = CallContext<PersonActor>;
type Things = CallInput<typeof calls.handOverThings>['body']['things'];
/** What a tool does with one thing. */
type Treat = (belongings: Belongings, key: string) => Promise<OneOutcome>;

export async function handleHandOver(
  services: Services,
  context: Context,
  { params, body }: CallInput<typeof calls.handOverThings>,
): Promise<CallReply<typeof calls.handOverThings>> {
  const { actor, change } = context;
  const from = await demandHolder(services, context, params.id);
  return change(async (unit) => {
    unit.demand(byPermission);
    const to = await demandReceiver(services, unit, body.to);
    if (to.id === from.id) throw wrongReceiver('same-person');
    const treat: Treat = async (belongings, key) => {
      if (belongings.handOver === undefined) return `${belongings.title} can only end.`;
      const may = belongings.mayHave(to);
      return may === true ? belongings.handOver({ unit, by: actor, from, to, key }) : may;
    };
    const { done, refused } = await treatAll(services, unit, { from, things: body.things, treat });
    const count = done.reduce((sum, { keys }) => sum + keys.length, 0);
    const kinds = done.map(({ kind }) => kind);
    auditHandOver(unit, 'hand-over', from.id, { to: to.email, done: count, refused: refused.length, kinds });
    if (count > 0) await enqueueReceived(unit, { from: from.id, to: to.id, things: done });
    await finishIfNothingLeft(services, unit, from, actor);
    return { data: { done: count, refused } };
  });
}

export async function handleEnd(
  services: Services,
  context: Context,
  { params, body }: CallInput<typeof calls.endThings>,
): Promise<CallReply<typeof calls.endThings>> {
  const { actor, change } = context;
  const from = await demandHolder(services, context, params.id);
  return change(async (unit) => {
    unit.demand(byPermission);
    const treat: Treat = async (belongings, key) =>
      belongings.end === undefined
        ? `${belongings.title} can't end here.`
        : belongings.end.run({ unit, by: actor, from, key });
    const { done, refused } = await treatAll(services, unit, { from, things: body.things, treat });
    const count = done.reduce((sum, { keys }) => sum + keys.length, 0);
    const kinds = done.map(({ kind }) => kind);
    auditHandOver(unit, 'end', from.id, { to: null, done: count, refused: refused.length, kinds });
    await finishIfNothingLeft(services, unit, from, actor);
    return { data: { done: count, refused } };
  });
}

/** One thing after the other, kinds in the order of the tools and keys in their own, so that no two hand-overs deadlock. */
async function treatAll(
  { belongings }: Services,
  unit: UnitOfWork,
  { from, things, treat }: { from: Holder; things: Things; treat: Treat },
) {
  await holdPerson(unit.transaction, from.id);
  const done: { kind: string; keys: string[] }[] = [];
  const refused: calls.Outcome['refused'] = [];
  let gone = 0;
  for (const declared of belongings()) {
    const { kind } = declared;
    const chosen = things.filter((one) => one.kind === kind).flatMap(({ keys }) => keys);
    if (chosen.length === 0) continue;
    const theirs = await declared.list(unit.transaction, from);
    const titles = new Map(theirs.map(({ key, title }) => [key, title]));
    const passed: string[] = [];
    for (const key of [...new Set(chosen)].toSorted()) {
      const title = titles.get(key);
      const outcome = title === undefined ? notTheirs : await treat(declared, key);
      if (outcome === true) passed.push(key);
      else refused.push({ kind, key, title: title ?? declared.title, why: outcome });
      if (outcome === notTheirs) gone += 1;
    }
    if (passed.length > 0) done.push({ kind, keys: passed });
  }
  // What a program made up, or what someone else has handed over just now.
  if (done.length === 0 && gone === refused.length) throw refusalOf(calls.handOverThings, 'nothing-left');
  return { done, refused };
}

/** Someone whose last thing is gone needs no one's attention anymore. */
async function finishIfNothingLeft(
  { belongings, permissionsOf }: Services,
  unit: UnitOfWork,
  from: Holder,
  actor: PersonActor,
): Promise<void> {
  const departure = await findDepartureOf(unit.transaction, from.id);
  if (departure?.state !== 'open') return;
  const holder = await findHolder(unit.transaction, permissionsOf, { id: from.id });
  const owned = await readOwned(unit.transaction, belongings(), holder ?? from);
  const counts = departure.cause === 'left' ? owned : owned.filter(({ mayNot }) => mayNot !== null);
  if (counts.length > 0) return;
  await setState(unit.transaction, departure, { state: 'done', by: actor.name });
  auditDeparture(unit, 'decide', departure.id, { ...departure, state: 'done' });
}

export async function demandHolder(
  { permissionsOf }: Services,
  { reader }: Pick<Context, 'reader'>,
  id: string,
) {
  const holder = await findHolder(reader, permissionsOf, { id });
  if (holder === null) throw refusalOf(calls.readBelongings, 'unknown');
  return holder;
}

async function demandReceiver({ permissionsOf }: Services, { transaction }: UnitOfWork, email: string) {
  const holder = await findHolder(transaction, permissionsOf, { email });
  if (holder === null) throw wrongReceiver('unknown-receiver');
  if (holder.state !== 'here') throw wrongReceiver('gone-receiver');
  return holder;
}

function wrongReceiver(reason: 'unknown-receiver' | 'gone-receiver' | 'same-person') {
  return refusalOf(calls.handOverThings, reason, {
    fields: { to: calls.handOverThings.refusals[reason].detail },
  });
}

export async function handleDecide(
  { actor, change }: Context,
  { params, body: { state } }: CallInput<typeof calls.decideDeparture>,
): Promise<CallReply<typeof calls.decideDeparture>> {
  return change(async (unit) => {
    const seen = await findDeparture(unit.transaction, params.id);
    if (seen === undefined) throw refusalOf(calls.decideDeparture, 'unknown');
    await holdPerson(unit.transaction, seen.person_id);
    const before = await findDeparture(unit.transaction, params.id);
    if (before === undefined) throw refusalOf(calls.decideDeparture, 'unknown');
    unit.demand(byPermission, before);
    const newest = await findDepartureOf(unit.transaction, before.person_id);
    if (state === 'open' && newest?.id !== before.id) throw refusalOf(calls.decideDeparture, 'other-open');
    await setState(unit.transaction, before, { state, by: state === 'open' ? null : actor.name });
    auditDeparture(unit, 'decide', before.id, { ...before, state });
    const after = await findDeparture(unit.transaction, before.id);
    if (after === undefined) throw notFound();
    return { data: presentDeparture(after) };
  });
}
