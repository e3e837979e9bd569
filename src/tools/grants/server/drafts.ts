import { sql } from 'kysely';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { lockByName } from '../../../platform/server/db/lock-by-name.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { Draft, SavedDraft } from '../contract/draft-shapes.ts';
import { mostDrafts } from '../contract/draft-shapes.ts';
import * as calls from '../contract.ts';
import { lockApplication } from './queries.ts';
import { findReport } from './report-queries.ts';
import { mayDraftReport } from './report-rules.ts';
import { isApplicant } from './rules.ts';
import { type DraftRow, grantTables } from './tables.ts';

type Context = CallContext<PersonActor>;

/** Only the person who wrote it reads a draft, whatever their groups. */
async function findOwn(reader: Reader, id: string, owner: PersonActor): Promise<DraftRow | undefined> {
  const rows = await readRows(
    reader,
    sql<DraftRow>`select * from grant_drafts where id = ${id} and owner_id = ${owner.id}`,
  );
  return rows[0];
}

export async function handleListDrafts({
  reader,
  actor,
}: Context): Promise<CallReply<typeof calls.listDrafts>> {
  const rows = await readRows(
    reader,
    sql<DraftRow>`
      select * from grant_drafts where owner_id = ${actor.id} and is_new order by saved_at desc, id`,
  );
  return {
    data: rows.map(({ id, typed, saved_at }) => ({
      _id: id,
      title: (typed.titleOfProfessionalMeeting ?? '').trim(),
      savedAt: saved_at.toISOString(),
    })),
  };
}

export async function handleReadDraft(
  { reader, actor }: Context,
  { params: { id } }: CallInput<typeof calls.readDraft>,
): Promise<CallReply<typeof calls.readDraft>> {
  const row = await findOwn(reader, id, actor);
  return { data: row === undefined ? null : { _id: id, values: row.typed, ...presentSaved(row) } };
}

function presentSaved({ saved_at, version }: Pick<DraftRow, 'saved_at' | 'version'>): SavedDraft {
  return { savedAt: saved_at.toISOString(), version };
}

/** Saved while someone types, so it leaves no audit entry: no one else sees it. */
export function handleSaveDraft(
  unaudited: Unaudited,
  { actor }: Context,
  { params: { id }, body: { values, version } }: CallInput<typeof calls.saveDraft>,
): Promise<CallReply<typeof calls.saveDraft>> {
  return unaudited('drafts')
    .transaction()
    .execute(async (transaction) => {
      // A person's saves take turns: two tabs cannot both be first, or pass the limit together.
      await lockByName(transaction, `grants.draft.${actor.id}`);
      const row = await findOwn(transaction, id, actor);
      if (row === undefined) return { data: await insertDraft(transaction, actor, { id, values, version }) };
      if (version !== row.version) throw refusalOf(calls.saveDraft, 'stale-version');
      const saved = await grantTables(transaction)
        .updateTable('grant_drafts')
        .set({ typed: JSON.stringify(values), saved_at: sql<Date>`now()`, version: row.version + 1 })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      // Submitted by another tab at this moment.
      if (saved === undefined) throw refusalOf(calls.saveDraft, 'unknown');
      return { data: presentSaved(saved) };
    });
}

interface NewDraft {
  id: string;
  values: Draft['values'];
  version: number | undefined;
}

async function insertDraft(
  transaction: WriteTransaction,
  actor: PersonActor,
  { id, values, version }: NewDraft,
): Promise<SavedDraft> {
  // It existed: another tab submitted or deleted it in the meantime.
  if (version !== undefined) throw refusalOf(calls.saveDraft, 'unknown');
  // Locked, so that it is not submitted at the same time, which ends the draft.
  const application = await lockApplication(transaction, id);
  if (application !== undefined) {
    const report = await findReport(transaction, id);
    const isReturned = application.state === 'Draft' && isApplicant(actor, application);
    if (!isReturned && !mayDraftReport(actor, { application, report }))
      throw refusalOf(calls.saveDraft, 'unknown');
  } else if (!mayCall(actor, calls.applyForFunding)) throw refusalOf(calls.saveDraft, 'cannot-apply');
  const { rows } = await sql<{ mine: number }>`
    select count(*)::int as mine from grant_drafts where owner_id = ${actor.id}`.execute(transaction);
  if ((rows[0]?.mine ?? 0) >= mostDrafts) throw refusalOf(calls.saveDraft, 'too-many-drafts');
  const row = await grantTables(transaction)
    .insertInto('grant_drafts')
    .values({ id, owner_id: actor.id, is_new: application === undefined, typed: JSON.stringify(values) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // Someone else's: nothing is said about it.
  if (row === undefined) throw refusalOf(calls.saveDraft, 'unknown');
  return presentSaved(row);
}

export async function handleRemoveDraft(
  unaudited: Unaudited,
  { actor }: Context,
  { params: { id } }: CallInput<typeof calls.removeDraft>,
): Promise<void> {
  const version = await unaudited('drafts')
    .transaction()
    .execute((transaction) => deleteDraft(transaction, id, actor.id));
  if (version === undefined) throw refusalOf(calls.removeDraft, 'unknown');
}

/** @returns the version that is gone */
async function deleteDraft(
  transaction: WriteTransaction,
  id: string,
  ownerId: string,
): Promise<number | undefined> {
  const gone = await grantTables(transaction)
    .deleteFrom('grant_drafts')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('version')
    .executeTakeFirst();
  return gone?.version;
}

/**
 * What was submitted is no longer a draft.
 * @param seen The version that its form has seen, 0 for none; left out, any version ends
 * @returns whether it was one
 * @throws Refusal `stale-draft` if another device or tab has saved something else since then
 */
export async function endDraft(
  { transaction }: UnitOfWork,
  id: string,
  ownerId: string,
  seen?: number,
): Promise<boolean> {
  const version = await deleteDraft(transaction, id, ownerId);
  if (version === undefined) return false;
  if (seen !== undefined && seen !== version) throw refusalOf(calls.editApplication, 'stale-draft');
  return true;
}
