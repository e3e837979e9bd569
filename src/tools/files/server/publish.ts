import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { nameOf, type SignedInActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { violatedUnique } from '../../../platform/server/db/database.ts';
import type { StoredUpload } from '../../../platform/server/files/stored-files.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';
import { auditFile } from './audit.ts';
import { pathOfFile } from './filepath.ts';
import type { FileServices } from './files.ts';
import { foldedGroups, groupsOf } from './groups.ts';
import { networksOf } from './networks.ts';
import { presentFile } from './present.ts';
import { fileTables, findByPath, findFile, lockFile, type ShownFile } from './queries.ts';
import { retirementOf } from './retirement.ts';
import { mayAddAsItIs, mayAddVersion, mayPublish } from './rules.ts';

type Context = CallContext<SignedInActor>;
type Upload = CallInput<typeof calls.uploadFile> & { files: { file: StoredUpload[] } };

export async function handleUploadFile(
  services: FileServices,
  context: Context,
  { body, files: { file: uploads } }: Upload,
): Promise<CallReply<typeof calls.uploadFile>> {
  const [upload] = uploads;
  if (upload === undefined) throw new Error('The call requires a file.');
  // IT has chosen the groups of a token, and no one is there to confirm one that the portal no longer knows.
  const isConfirmed = body.confirmed === 'true' || context.actor.kind === 'token';
  const audience = audienceOf(services, body, isConfirmed);
  const own = context.actor.kind === 'token' ? context.actor.files?.pathPrefix : undefined;
  const folder = body.folder || own;
  const filepath = pathOfFile({ ...body, folder }, upload.fileName);
  const { ownerType } = body;
  try {
    const id = await context.change(async (unit) => {
      unit.demand(mayPublish(context.actor, { ownerType, filepath, groups: audience.groups }));
      const there = await findByPath(unit.transaction, filepath);
      if (there === undefined)
        return publish(services, context.actor, unit, { body, upload, audience, filepath });
      // For a program, which cannot be asked, the same path makes it the same file.
      if (body.asVersion !== 'true' && context.actor.kind !== 'token') throw pathTaken();
      const before = await lockFile(unit.transaction, there.id);
      if (before === undefined) throw pathTaken();
      unit.demand(mayAddVersion(context.actor, before));
      const changed = { ...audience, content_type: body.contentType };
      await addVersion(services, context.actor, unit, before, upload, changed);
      return before.id;
    });
    return { data: await show(services, context, id) };
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    throw pathTaken();
  }
}

export async function handleAddFileVersion(
  services: FileServices,
  context: Context,
  {
    params: { id },
    files: { file: uploads },
  }: CallInput<typeof calls.addFileVersion> & Pick<Upload, 'files'>,
): Promise<CallReply<typeof calls.addFileVersion>> {
  const [upload] = uploads;
  if (upload === undefined) throw new Error('The call requires a file.');
  await context.change(async (unit) => {
    const before = await lockFile(unit.transaction, id);
    if (before === undefined) throw refusalOf(calls.addFileVersion, 'unknown');
    unit.demand(mayAddAsItIs(context.actor, before));
    const ending = endingOf(before.original_filename);
    if (endingOf(upload.fileName) !== ending) {
      const detail = `The link of this file ends in ${ending === '' ? 'no ending' : ending}. Choose such a file, or upload this one as a new file.`;
      throw refusalOf(calls.addFileVersion, 'other-kind', { detail, fields: { file: detail } });
    }
    await addVersion(services, context.actor, unit, before, upload, {});
  });
  return { data: await show(services, context, id) };
}

/** The file as it is now, for the person who wrote it: read after the write. */
async function show(services: FileServices, context: Context, id: string) {
  const row = await findFile(context.reader, id);
  if (row === undefined) throw refusalOf(calls.addFileVersion, 'unknown');
  return presentFile(row, context, services);
}

interface Publication {
  body: Upload['body'];
  upload: StoredUpload;
  audience: Audience;
  filepath: string;
}

async function publish(
  services: FileServices,
  actor: SignedInActor,
  unit: UnitOfWork,
  { body, upload, audience, filepath }: Publication,
): Promise<string> {
  const stored = await upload.adopt(unit);
  const row = {
    id: uuid(),
    original_filename: upload.fileName,
    folded_filename: foldCase(upload.fileName),
    filepath,
    owner_type: body.ownerType,
    content_type: body.contentType,
    department: body.ownerType === 'Department' ? (body.department ?? null) : null,
    committee: body.ownerType === 'Committee' ? (body.committee ?? null) : null,
    ...audience,
    automation_managed: body.ownerType === 'Automation',
    current_version: 1,
    last_version: 1,
    created_by_id: actor.id,
    created_by: nameOf(actor),
    kept_by_id: null,
    ended: null,
    ended_at: null,
    ended_by: null,
    before_deletion: null,
    retires_at: retirementOf(body.contentType, services),
    retirement_noticed_at: null,
    noticed_person_id: null,
  };
  await fileTables(unit.transaction).insertInto('files').values(row).execute();
  await insertVersion(unit, row.id, 1, stored, upload, nameOf(actor));
  auditFile(unit, 'upload', row.id, null, { ...row, sha256: upload.sha256.toString('hex') });
  return row.id;
}

async function addVersion(
  services: FileServices,
  actor: SignedInActor,
  unit: UnitOfWork,
  before: ShownFile,
  upload: StoredUpload,
  changed: Partial<Audience> & { content_type?: ShownFile['content_type'] },
): Promise<void> {
  const number = before.last_version + 1;
  const stored = await upload.adopt(unit);
  await insertVersion(unit, before.id, number, stored, upload, nameOf(actor));
  const after = {
    ...changed,
    // A token lasts a year at most. Whoever takes over its successor gets its files, too.
    ...(actor.kind === 'token' ? { created_by_id: actor.id, kept_by_id: null } : {}),
    current_version: number,
    last_version: number,
    retires_at: retirementOf(changed.content_type ?? before.content_type, services),
    retirement_noticed_at: null,
  };
  await fileTables(unit.transaction)
    .updateTable('files')
    .set({ ...after, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('id', '=', before.id)
    .execute();
  auditFile(unit, 'version', before.id, before, {
    ...before,
    ...after,
    sha256: upload.sha256.toString('hex'),
  });
}

async function insertVersion(
  { transaction }: UnitOfWork,
  fileId: string,
  number: number,
  storedName: string,
  { contentType, bytes }: StoredUpload,
  by: string,
): Promise<void> {
  await fileTables(transaction)
    .insertInto('file_versions')
    .values({
      id: uuid(),
      file_id: fileId,
      number,
      stored_name: storedName,
      media_type: contentType,
      bytes,
      created_by: by,
    })
    .execute();
}

type Audience = Pick<ShownFile, 'groups' | 'folded_groups' | 'networks'>;

/** @throws Refusal for an invalid address, and for an unknown group that no one has confirmed */
export function audienceOf(
  { knownGroups }: FileServices,
  { adGroups, ipAddresses }: { adGroups: string; ipAddresses: string },
  isConfirmed: boolean,
): Audience {
  const networks = networksOf(ipAddresses);
  const { groups, unknown } = groupsOf(adGroups, knownGroups);
  if (unknown.length > 0 && !isConfirmed) {
    const detail = `The portal does not know ${new Intl.ListFormat('en-US').format(unknown)}. Check the spelling, or confirm it.`;
    throw refusalOf(calls.uploadFile, 'unknown-groups', { detail, fields: { adGroups: detail } });
  }
  return { groups, folded_groups: foldedGroups(groups), networks };
}

function pathTaken() {
  const { detail } = calls.uploadFile.refusals['path-taken'];
  return refusalOf(calls.uploadFile, 'path-taken', { fields: { file: detail } });
}

const endingOf = (fileName: string) => /\.[^.]{1,20}$/.exec(fileName)?.[0].toLowerCase() ?? '';
