import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../../platform/contract/call.ts';
import type { PersonActor } from '../../../../platform/server/actor/actor.ts';
import { findHolder } from '../../../../platform/server/belongings/holders.ts';
import type { AuditEntry, DataOwner } from '../../../../platform/server/change/audit.ts';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import { demandAllowed } from '../../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../../platform/server/http/context.ts';
import { readNewest } from '../../../../platform/server/list/page.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { notFound } from '../../../../platform/server/refusal/refusal.ts';
import {
  confirmDeskReset,
  declineDeskReset,
  type listDeskResets,
  showDeskCode,
  startDeskReset,
} from '../../contract.ts';
import { canonicalEmail } from '../facts/canonical.ts';
import { linkAddress } from '../link/emails.ts';
import { issueLink, renewLink } from '../link/issue.ts';
import { enqueueNotice } from '../link/notice.ts';
import { findOwners } from '../owners.ts';
import type { Reset } from '../reset.ts';
import { countToday, demandDeskAccount } from './account.ts';
import { deskColumns, presentDeskReset } from './present.ts';
import {
  type DeskRow,
  decideDeskReset,
  findDeskReset,
  insertDeskReset,
  selectDeskResets,
} from './queries.ts';
import { mayConfirm, mayDecline, mayShowAgain, mayVouch } from './rules.ts';

type Context = CallContext<PersonActor>;

export async function handleListDeskResets(
  { actor, reader }: Context,
  { query: { paging } }: CallInput<typeof listDeskResets>,
): Promise<CallReply<typeof listDeskResets>> {
  const page = await readNewest(selectDeskResets(reader), 'started_at', paging);
  return { ...page, data: page.data.map((row) => presentDeskReset(actor, row)) };
}

/** The first of two people: checks the ID, and says what kind it was. This alone opens nothing. */
export async function handleStart(
  reset: Reset,
  context: Context,
  { body: { principalEmail, idKind } }: CallInput<typeof startDeskReset>,
): Promise<CallReply<typeof startDeskReset>> {
  const { actor, change, reader } = context;
  const { account } = await demandDeskAccount(reset, context, canonicalEmail(principalEmail));
  await countToday(reset, context);
  const [owner] = await findOwners(reader, account.email);
  return change(async (unit) => {
    unit.demand(mayVouch(actor, account.addresses));
    const row = await insertDeskReset(unit.transaction, {
      id: uuid(),
      principal_email: account.email,
      name: account.name,
      id_kind: idKind,
      started_by_id: actor.id,
      started_by: actor.name,
    });
    if (row === undefined) throw refusalOf(startDeskReset, 'already-waiting');
    unit.record(deskEntry('desk-reset.start', row, owner));
    return { data: presentDeskReset(actor, row) };
  });
}

/** The second: everything is checked again, and only this response has the link. */
export async function handleConfirm(
  reset: Reset,
  context: Context,
  { params: { id } }: CallInput<typeof confirmDeskReset>,
): Promise<CallReply<typeof confirmDeskReset>> {
  const { actor, change, reader } = context;
  const found = await findDeskReset(reader, id);
  if (found === undefined) throw notFound();
  demandAllowed(mayConfirm(actor, found));
  const { account } = await demandDeskAccount(reset, context, found.principal_email);
  await countToday(reset, context);
  const [owner] = await findOwners(reader, found.principal_email);
  return change(async (unit) => {
    unit.demand(mayConfirm(actor, found));
    await demandFirst(reset, unit, found);
    const link = await issueLink(unit, { account, attemptId: null });
    const row = await decideDeskReset(unit.transaction, id, {
      state: 'confirmed',
      confirmed_by_id: actor.id,
      confirmed_by: actor.name,
      link_id: link.id,
    });
    // Someone else was faster.
    if (row === undefined) throw refusalOf(confirmDeskReset, 'over');
    unit.record(deskEntry('desk-reset.confirm', row, owner));
    await enqueueNotice(unit, { deskResetId: id, isSure: true });
    return { data: { link: linkAddress(reset, link.token), expiresAt: link.expiresAt.toISOString() } };
  });
}

/** Two people have to be allowed to vouch, even now: the first may have been blocked, or have lost a group, since they started. */
async function demandFirst(
  { permissionsOf }: Reset,
  { transaction }: UnitOfWork,
  { started_by_id: id, started_by }: DeskRow,
): Promise<void> {
  const first = await findHolder(transaction, permissionsOf, { id });
  if (first !== null && first.state !== 'blocked' && first.permissions.has(startDeskReset.access)) return;
  const detail = `${started_by} can't vouch for anyone anymore. Decline this request, and start over.`;
  throw refusalOf(confirmDeskReset, 'over', { detail });
}

/** The code was closed too early, or the phone did not read it. */
export async function handleShowAgain(
  reset: Reset,
  { actor, change, reader }: Context,
  { params: { id } }: CallInput<typeof showDeskCode>,
): Promise<CallReply<typeof showDeskCode>> {
  const found = await findDeskReset(reader, id);
  if (found === undefined) throw notFound();
  const [owner] = await findOwners(reader, found.principal_email);
  return change(async (unit) => {
    unit.demand(mayShowAgain(actor, found));
    const link = found.link_id === null ? undefined : await renewLink(unit, found.link_id);
    if (link === undefined) throw refusalOf(showDeskCode, 'over');
    unit.record(deskEntry('desk-reset.show-code', found, owner));
    return { data: { link: linkAddress(reset, link.token), expiresAt: link.expiresAt.toISOString() } };
  });
}

export async function handleDecline(
  { change, reader }: Context,
  { params: { id } }: CallInput<typeof declineDeskReset>,
): Promise<void> {
  const found = await findDeskReset(reader, id);
  if (found === undefined) throw notFound();
  const [owner] = await findOwners(reader, found.principal_email);
  await change(async (unit) => {
    unit.demand(mayDecline(found));
    const row = await decideDeskReset(unit.transaction, id, { state: 'declined' });
    if (row === undefined) throw refusalOf(declineDeskReset, 'over');
    unit.record(deskEntry('desk-reset.decline', row, owner));
  });
}

function deskEntry(action: string, row: DeskRow, owner: DataOwner | undefined): AuditEntry<DeskRow> {
  return {
    action,
    subject: { type: 'desk-reset', id: row.id, columns: deskColumns },
    after: row,
    ...(owner === undefined ? {} : { about: owner }),
  };
}
