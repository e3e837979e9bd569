import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import { onOneConnection, type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { StoredUpload } from '../../../platform/server/files/stored-files.ts';
import type { CallContext, FileAnswer } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { mostAttachments } from '../contract/shapes.ts';
import * as calls from '../contract.ts';
import { selectAttachments } from './attachment-queries.ts';
import { auditApplication } from './audit.ts';
import { lockCase, readCase } from './case.ts';
import type { Grants } from './grants.ts';
import { reportingState } from './moves.ts';
import { presentDetails } from './present.ts';
import { mayAddReceipts, mayRemoveReceipts } from './report-rules.ts';
import { mayAttach, mayDetach, mayRead } from './rules.ts';
import { type AttachmentRow, grantTables } from './tables.ts';

type Context = CallContext<PersonActor>;
type Adding = CallInput<typeof calls.addAttachments> & { files: { attachments: StoredUpload[] } };

async function findAttachment(reader: Reader, id: string): Promise<AttachmentRow> {
  const rows = await readRows(reader, sql<AttachmentRow>`select * from grant_attachments where id = ${id}`);
  if (rows[0] === undefined) throw refusalOf(calls.downloadGrantFile, 'unknown');
  return rows[0];
}

export function handleAddAttachments(
  grants: Grants,
  { actor, change }: Context,
  { params: { id }, files }: Adding,
): Promise<CallReply<typeof calls.addAttachments>> {
  return change(async (unit) => {
    const subject = await lockCase(unit, id);
    const isReceipt = subject.application.state === reportingState;
    unit.demand(isReceipt ? mayAddReceipts(actor, subject) : mayAttach(actor, subject));
    await adoptFiles(unit, id, files.attachments, isReceipt);
    auditApplication(unit, 'attach', subject.application, null, { files: files.attachments.length });
    return { data: await presentDetails(unit.transaction, actor, subject, grants) };
  });
}

/** Stores files that arrived with a call. @throws Refusal `too-many-files` */
export async function adoptFiles(
  unit: UnitOfWork,
  applicationId: string,
  uploads: readonly StoredUpload[],
  isReceipt: boolean,
): Promise<void> {
  const there = await selectAttachments(unit.transaction, applicationId);
  const such = there.filter(({ is_receipt }) => is_receipt === isReceipt);
  if (such.length + uploads.length > mostAttachments) throw refusalOf(calls.addAttachments, 'too-many-files');
  for (const upload of uploads) {
    const stored_name = await upload.adopt(unit);
    const { fileName: file_name, contentType: media_type, bytes } = upload;
    const file = { stored_name, file_name, media_type, bytes };
    await grantTables(unit.transaction)
      .insertInto('grant_attachments')
      .values({ id: uuid(), application_id: applicationId, is_receipt: isReceipt, ...file })
      .execute();
  }
}

export function handleRemoveAttachment(
  grants: Grants,
  { actor, change }: Context,
  { params: { id } }: CallInput<typeof calls.removeAttachment>,
): Promise<CallReply<typeof calls.removeAttachment>> {
  return change(async (unit) => {
    const { application_id, stored_name, is_receipt } = await findAttachment(unit.transaction, id);
    const subject = await lockCase(unit, application_id);
    unit.demand(is_receipt ? mayRemoveReceipts(actor, subject) : mayDetach(actor, subject));
    const removed = await grantTables(unit.transaction)
      .deleteFrom('grant_attachments')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    // Another tab has removed it since it was found.
    if (removed === undefined) throw refusalOf(calls.removeAttachment, 'unknown');
    await grants.stored.remove(unit, [stored_name]);
    auditApplication(unit, 'detach', subject.application, { files: 1 }, { files: 0 });
    return { data: await presentDetails(unit.transaction, actor, subject, grants) };
  });
}

export async function handleDownloadGrantFile(
  { stored }: Grants,
  { reader, actor }: Context,
  { params: { id } }: CallInput<typeof calls.downloadGrantFile>,
): Promise<FileAnswer> {
  const row = await findAttachment(reader, id);
  const subject = await onOneConnection(reader, (one) => readCase(one, row.application_id));
  if (mayRead(actor, subject) !== true) throw refusalOf(calls.downloadGrantFile, 'unknown');
  const content = await stored.open(reader, row.stored_name);
  return { fileName: row.file_name, contentType: row.media_type, content };
}
