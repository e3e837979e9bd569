import type { CallInput } from '../../../platform/contract/call.ts';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import { byPermission, demandAllowed } from '../../../platform/server/change/verdict.ts';
import type { CallContext, FileAnswer } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';
import type { FileServices } from './files.ts';
import { fileTables, findFile, isNoted, selectVersions } from './queries.ts';
import { mayDownload } from './rules.ts';

type Context = CallContext<SignedInActor>;

/** Downloads of one version by one person within this many milliseconds leave one entry. */
const slotLength = 10 * 60_000;

export async function handleDownload(
  services: FileServices,
  context: Context,
  { params: { id } }: { params: { id: string } },
): Promise<FileAnswer> {
  const row = await findFile(context.reader, id);
  if (row === undefined) throw refusalOf(calls.downloadFile, 'unknown');
  demandAllowed(mayDownload(context.actor, row, context.clientAddress));
  const { version_id, stored_name, current_version: number, original_filename, media_type } = row;
  const content = await services.stored.open(context.reader, stored_name);
  await noteDownload(context, { fileId: id, versionId: version_id, number });
  return { fileName: original_filename, contentType: media_type, content };
}

export async function handleDownloadVersion(
  services: FileServices,
  context: Context,
  { params: { id, number } }: CallInput<typeof calls.downloadFileVersion>,
): Promise<FileAnswer> {
  const row = await findFile(context.reader, id);
  if (row === undefined) throw refusalOf(calls.downloadFileVersion, 'unknown');
  demandAllowed(mayDownload(context.actor, row, context.clientAddress));
  const versions = await selectVersions(context.reader, id);
  const version = versions.find((one) => one.number === number);
  if (version === undefined) throw refusalOf(calls.downloadFileVersion, 'unknown');
  const content = await services.stored.open(context.reader, version.stored_name);
  await noteDownload(context, { fileId: id, versionId: version.id, number });
  return { fileName: row.original_filename, contentType: version.media_type, content };
}

/** Means that another request by this person has recorded it, and rolls back this one's record. */
class AlreadyNoted extends Error {}

/** Committed before the first byte is sent. A download that is resumed in pieces is one download. */
async function noteDownload(
  { actor, change, reader }: Context,
  { fileId, versionId, number }: { fileId: string; versionId: string; number: number },
): Promise<void> {
  const slot = Math.floor(Date.now() / slotLength);
  const key = { version_id: versionId, person_id: actor.id, slot };
  if (await isNoted(reader, key)) return;
  try {
    await change(async (unit) => {
      unit.demand(byPermission);
      const inserted = await fileTables(unit.transaction)
        .insertInto('file_downloads')
        .values(key)
        .onConflict((conflict) => conflict.doNothing())
        .returning('slot')
        .executeTakeFirst();
      if (inserted === undefined) throw new AlreadyNoted();
      unit.record({
        action: 'file.download',
        subject: { type: 'file', id: fileId, columns: { number: 'plain' } },
        after: { number },
      });
    });
  } catch (error) {
    if (!(error instanceof AlreadyNoted)) throw error;
  }
}
