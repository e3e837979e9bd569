import { sql } from 'kysely';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { demandAllowed } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import type { undoGradeUpload } from '../contract.ts';
import { presentFile } from './present.ts';
import { findListed, lockFile, revertSections, selectUploads } from './queries.ts';
import { maySee, mayUndo, unknown } from './rules.ts';
import { writeIn } from './tables.ts';

export async function handleUndo(
  { actor, change }: CallContext<PersonActor>,
  { params: { id, uploadId } }: CallInput<typeof undoGradeUpload>,
): Promise<CallReply<typeof undoGradeUpload>> {
  return change(async (unit) => {
    const { transaction } = unit;
    const file = await lockFile(transaction, id);
    demandAllowed(maySee(actor, file));
    const uploads = await selectUploads(transaction, id);
    const upload = uploads.find((one) => one.id === uploadId);
    if (file === undefined || upload === undefined) throw unknown();
    unit.demand(mayUndo(actor, file, upload, uploads));
    const tables = writeIn(transaction);
    const undone_at = new Date();
    await tables.updateTable('grade_uploads').set({ undone_at }).where('id', '=', uploadId).execute();
    await revertSections(transaction, uploadId);
    await tables.updateTable('grade_files').set({ updated_at: sql`now()` }).where('id', '=', id).execute();
    unit.record({
      action: 'grade-file.undo',
      subject: { type: 'grade-file', id, columns: { uploadId: 'plain', sections: 'plain' } },
      after: { uploadId, sections: upload.sections.join(', ') },
    });
    const saved = await findListed(transaction, id);
    if (saved === undefined) throw unknown();
    return { data: presentFile(actor, saved) };
  });
}
