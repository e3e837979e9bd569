import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { AttachmentRow } from './tables.ts';

export function selectAttachments(reader: Reader, applicationId: string): Promise<AttachmentRow[]> {
  return readRows(
    reader,
    sql<AttachmentRow>`
      select * from grant_attachments where application_id = ${applicationId} order by added_at, id`,
  );
}
