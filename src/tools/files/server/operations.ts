import { sql } from 'kysely';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { nameOf, type SignedInActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Verdict } from '../../../platform/server/change/verdict.ts';
import { violatedUnique } from '../../../platform/server/db/database.ts';
import type { StoredFiles } from '../../../platform/server/files/stored-files.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { PublishedFile } from '../contract/shapes.ts';
import * as calls from '../contract.ts';
import { auditFile, type FileAction } from './audit.ts';
import type { FileServices } from './files.ts';
import { presentFile } from './present.ts';
import { audienceOf } from './publish.ts';
import { type FileRow, fileTables, lockFile, type ShownFile, selectVersions } from './queries.ts';
import { retirementOf } from './retirement.ts';
import { mayChange, mayDelete, mayErase, mayExtend, mayRestore, mayWithdraw } from './rules.ts';

type Context = CallContext<SignedInActor>;
type Changed = Partial<FileRow>;

interface Decision {
  action: FileAction;
  may(row: ShownFile): Verdict;
  /** Whether the sender must have seen the current version. */
  versioned?: true;
  set(row: ShownFile, unit: UnitOfWork): Promise<Changed> | Changed;
}

/** One change to one file: locked, checked, written, audited, shown. */
async function decide(
  services: FileServices,
  context: Context,
  id: string,
  { action, may, versioned, set }: Decision,
): Promise<{ data: PublishedFile }> {
  return context.change(async (unit) => {
    const before = await demandFile(unit, id);
    if (versioned === true) unit.demand(may(before), before);
    else unit.demand(may(before));
    const changed = await set(before, unit);
    await fileTables(unit.transaction)
      .updateTable('files')
      .set({ ...changed, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute();
    auditFile(unit, action, id, before, { ...before, ...changed });
    return { data: presentFile(await demandFile(unit, id), context, services) };
  });
}

async function demandFile(unit: UnitOfWork, id: string): Promise<ShownFile> {
  const row = await lockFile(unit.transaction, id);
  if (row === undefined) throw refusalOf(calls.changeFile, 'unknown');
  return row;
}

export function handleChangeFile(
  services: FileServices,
  context: Context,
  { params, body }: CallInput<typeof calls.changeFile>,
): Promise<CallReply<typeof calls.changeFile>> {
  const audience = audienceOf(services, body, body.confirmed === true);
  return decide(services, context, params.id, {
    action: 'change',
    may: (row) => mayChange(context.actor, row),
    versioned: true,
    set: (row) => ({
      ...audience,
      content_type: body.contentType,
      // A different content type has a different lifetime.
      ...(row.content_type === body.contentType
        ? {}
        : { retires_at: retirementOf(body.contentType, services), retirement_noticed_at: null }),
    }),
  });
}

const ended = (how: NonNullable<FileRow['ended']>, actor: SignedInActor): Changed => ({
  ended: how,
  ended_at: new Date(),
  ended_by: nameOf(actor),
});

const published = { ended: null, ended_at: null, ended_by: null } satisfies Changed;

export async function handleDeleteFile(
  services: FileServices,
  context: Context,
  { params }: CallInput<typeof calls.deleteFile>,
): Promise<void> {
  await decide(services, context, params.id, {
    action: 'delete',
    may: (row) =>
      row.ended === 'deleted' ? () => refusalOf(calls.deleteFile, 'unknown') : mayDelete(context.actor, row),
    set: (row) => ({ ...ended('deleted', context.actor), before_deletion: row.ended }),
  });
}

export function handleWithdrawFile(
  services: FileServices,
  context: Context,
  { params }: CallInput<typeof calls.withdrawFile>,
): Promise<CallReply<typeof calls.withdrawFile>> {
  return decide(services, context, params.id, {
    action: 'withdraw',
    may: (row) => mayWithdraw(context.actor, row),
    set: () => ended('withdrawn', context.actor),
  });
}

export async function handleRestoreFile(
  services: FileServices,
  context: Context,
  { params }: CallInput<typeof calls.restoreFile>,
): Promise<CallReply<typeof calls.restoreFile>> {
  try {
    return await decide(services, context, params.id, {
      action: 'restore',
      may: () => mayRestore(context.actor),
      versioned: true,
      set: (row) => ({
        // Undoing a deletion publishes nothing that was withdrawn or retired before.
        ...(row.before_deletion === null ? published : ended(row.before_deletion, context.actor)),
        before_deletion: null,
        // What is past its date would be retired the same night. It starts a new term.
        ...(row.retires_at !== null && row.retires_at <= new Date()
          ? { retires_at: retirementOf(row.content_type, services), retirement_noticed_at: null }
          : {}),
      }),
    });
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    throw refusalOf(calls.restoreFile, 'path-taken');
  }
}

export function handleRestoreFileVersion(
  services: FileServices,
  context: Context,
  { params: { id, number } }: CallInput<typeof calls.restoreFileVersion>,
): Promise<CallReply<typeof calls.restoreFileVersion>> {
  return decide(services, context, id, {
    action: 'restore-version',
    may: (row) => mayChange(context.actor, row),
    async set(_row, { transaction }) {
      const versions = await selectVersions(transaction, id);
      if (!versions.some((version) => version.number === number)) {
        throw refusalOf(calls.restoreFileVersion, 'unknown');
      }
      return { current_version: number, updated_at: new Date() };
    },
  });
}

export function handleExtendFile(
  services: FileServices,
  context: Context,
  { params }: CallInput<typeof calls.extendFile>,
): Promise<CallReply<typeof calls.extendFile>> {
  return decide(services, context, params.id, {
    action: 'extend',
    may: (row) => mayExtend(context.actor, row),
    set: (row) => ({ retires_at: retirementOf(row.content_type, services), retirement_noticed_at: null }),
  });
}

export async function handleEraseFile(
  { stored }: FileServices,
  { actor, change }: Context,
  { params, body }: CallInput<typeof calls.eraseFile>,
): Promise<void> {
  await change(async (unit) => {
    const before = await demandFile(unit, params.id);
    unit.demand(mayErase(actor));
    await removeFile(unit, stored, before);
    auditFile(unit, 'erase', before.id, before, { reason: body.reason });
  });
}

/** Removes a file with all its versions, and their bytes once this is committed. */
export async function removeFile(
  unit: UnitOfWork,
  stored: StoredFiles,
  { id }: Pick<FileRow, 'id'>,
): Promise<void> {
  const versions = await selectVersions(unit.transaction, id);
  await fileTables(unit.transaction).deleteFrom('files').where('id', '=', id).execute();
  await stored.remove(
    unit,
    versions.map(({ stored_name }) => stored_name),
  );
}
