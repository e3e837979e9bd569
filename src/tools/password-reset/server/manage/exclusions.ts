import { type InferResult, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../../platform/contract/call.ts';
import type { NothingLeft } from '../../../../platform/contract/nothing-left.ts';
import type { PersonActor } from '../../../../platform/server/actor/actor.ts';
import type { AuditColumnsOf } from '../../../../platform/server/change/audit.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../../platform/server/db/database.ts';
import type { CallContext } from '../../../../platform/server/http/context.ts';
import { readNewest } from '../../../../platform/server/list/page.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { invalid, notFound } from '../../../../platform/server/refusal/refusal.ts';
import { addExclusion, type deleteExclusion, type Exclusion, type listExclusions } from '../../contract.ts';
import { canonicalEmail } from '../facts/canonical.ts';
import { endOpenLinks } from '../link/issue.ts';
import { peopleWith, recordsWith } from '../owners.ts';
import { readIn, writeIn } from '../tables.ts';

const columns = [
  'id',
  'principal_email',
  'reason',
  'created_at',
  'created_by_id',
  'created_by',
  'expires_at',
  'noticed_at',
] as const;
const isOver = sql<boolean>`expires_at <= now()`.as('is_over');

function selectExclusions(reader: Reader) {
  return readIn(reader)
    .selectFrom('reset_exclusions')
    .select([...columns, isOver]);
}
type ExclusionRow = InferResult<ReturnType<typeof selectExclusions>>[number];

const audited: AuditColumnsOf<ExclusionRow> = {
  id: 'left out',
  principal_email: 'plain',
  // What people write may name anyone.
  reason: 'sensitive',
  created_at: 'left out',
  created_by_id: 'left out',
  created_by: 'plain',
  expires_at: 'plain',
  noticed_at: 'left out',
  is_over: 'left out',
};
const subjectOf = ({ id }: ExclusionRow) => ({ type: 'password-exclusion', id, columns: audited });

export async function handleListExclusions(
  { reader }: CallContext,
  { query: { paging } }: CallInput<typeof listExclusions>,
): Promise<CallReply<typeof listExclusions>> {
  const page = await readNewest(selectExclusions(reader), 'created_at', paging);
  return { ...page, data: page.data.map(present) };
}

/** One for each account: one that is over makes room, one in effect only for a sender who knows of it. */
export async function handleAddExclusion(
  { actor, change }: CallContext<PersonActor>,
  { body: { principalEmail, expiresAt, reason = '', replaces = false } }: CallInput<typeof addExclusion>,
): Promise<CallReply<typeof addExclusion>> {
  const email = canonicalEmail(principalEmail);
  // Not in the shape of the call, with which the form would use the device's clock.
  if (Date.parse(expiresAt) <= Date.now()) throw invalid({ expiresAt: 'Choose a time in the future.' });
  return change(async (unit) => {
    unit.demand(byPermission);
    const made = {
      id: uuid(),
      reason,
      created_by_id: actor.id,
      created_by: actor.name,
      expires_at: new Date(expiresAt),
      person_ids: sql<string[]>`array(${peopleWith(sql`${email}`)})`,
      directory_keys: sql<string[]>`array(${recordsWith(email)})`,
    };
    const before = await selectExclusions(unit.transaction)
      .where('principal_email', '=', email)
      .where('expires_at', '>', sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirst();
    const row = await writeIn(unit.transaction)
      .insertInto('reset_exclusions')
      .values({ ...made, principal_email: email })
      .onConflict((conflict) =>
        conflict
          .column('principal_email')
          .doUpdateSet({ ...made, created_at: sql<Date>`now()`, noticed_at: null })
          .where(sql<boolean>`${replaces} or reset_exclusions.expires_at <= now()`),
      )
      .returning([...columns, isOver])
      .executeTakeFirst();
    if (row === undefined) throw refusalOf(addExclusion, 'already-excluded');
    // A link that is on its way must not get around it.
    await endOpenLinks(unit, email);
    const entry = { subject: subjectOf(row), before: before ?? null, after: row };
    unit.record({ action: 'password-exclusion.create', ...entry });
    return { data: present(row) };
  });
}

export async function handleDeleteExclusion(
  { change }: CallContext,
  { params: { id } }: CallInput<typeof deleteExclusion>,
): Promise<void> {
  await change(async (unit) => {
    unit.demand(byPermission);
    const row = await writeIn(unit.transaction)
      .deleteFrom('reset_exclusions')
      .where('id', '=', id)
      .returning([...columns, isOver])
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    unit.record({ action: 'password-exclusion.delete', subject: subjectOf(row), before: row });
  });
}

function present(row: ExclusionRow): Exclusion {
  const { id, principal_email, reason, created_at, created_by, expires_at, is_over, ...unsent } = row;
  const { created_by_id: _id, noticed_at: _noticed, ...rest } = unsent;
  rest satisfies NothingLeft;
  return {
    _id: id,
    principalEmail: principal_email,
    reason,
    createdAt: created_at.toISOString(),
    createdBy: created_by,
    expiresAt: expires_at.toISOString(),
    isOver: is_over,
  };
}
