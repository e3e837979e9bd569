import { v7 as uuid } from 'uuid';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import type { StoredUpload } from '../../../platform/server/files/stored-files.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { sayDate } from '../../../platform/server/time/time.ts';
import { estimateOf } from '../contract/price.ts';
import { tooSoon } from '../contract/too-soon.ts';
import * as calls from '../contract.ts';
import { auditPoster } from './audit.ts';
import { earliestDay, priceOf } from './choices.ts';
import { enqueueHandOver, enqueueNotice } from './email.ts';
import { pageOf } from './examine.ts';
import type { Posters } from './posters.ts';
import { presentRow } from './present.ts';
import { countRecent } from './queries.ts';
import { maySubmit } from './rules.ts';
import { addStep } from './steps.ts';
import { posterTables } from './tables.ts';

type Submission = CallInput<typeof calls.submitPoster> & { files: { attachment: StoredUpload[] } };

/** Stores a request with its file, which was examined on arrival. */
export function handleSubmitPoster(
  posters: Posters,
  { actor, change }: CallContext<PersonActor>,
  { body, files }: Submission,
): Promise<CallReply<typeof calls.submitPoster>> {
  const [upload] = files.attachment;
  if (upload === undefined) throw new Error('A poster request came without its file.');
  const { width, height, pages } = pageOf(upload);
  const copies = body.numberOfCopies;
  const earliest = earliestDay(posters);
  const neededBy = body.neededBy ?? earliest;
  if (neededBy < earliest) {
    const detail = tooSoon(sayDate(earliest));
    throw refusalOf(calls.submitPoster, 'too-soon', { detail, fields: { neededBy: detail } });
  }
  const paper = chosen(posters.papers, body.paper, 'paper');
  const finish = chosen(posters.finishes, body.finish, 'finish');
  const [ofPaper, ofFinish] = [priceOf(posters, paper), priceOf(posters, finish)];
  const estimate_cents =
    ofPaper === null || ofFinish === null ? null : estimateOf({ width, height }, copies, ofPaper + ofFinish);
  const { department = '', budgetCode = '', notes = '' } = body;
  const words = [upload.fileName, actor.name, actor.email, department, budgetCode];
  return change(async (unit) => {
    unit.demand(maySubmit(await countRecent(unit.transaction, actor.id), posters.requestsPerHour));
    const row = await posterTables(unit.transaction)
      .insertInto('poster_requests')
      .values({
        id: uuid(),
        requester_id: actor.id,
        requester_name: actor.name,
        requester_email: actor.email,
        folded: foldCase(words.join('\n')),
        state: 'received',
        copies,
        notes,
        needed_by: neededBy,
        paper: paper.name,
        finish: finish.name,
        department,
        budget_code: budgetCode,
        estimate_cents,
        stored_name: await upload.adopt(unit),
        file_name: upload.fileName,
        bytes: upload.bytes,
        width,
        height,
        pages,
        ended_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const step = { requestId: row.id, fromMailRoom: false, text: '', state: 'received' } as const;
    await enqueueNotice(unit, await addStep(unit, actor, step));
    if (posters.email !== undefined) await enqueueHandOver(unit, row.id);
    auditPoster(unit, 'submit', row, null, row);
    return { data: presentRow(row) };
  });
}

type Choice = Posters['papers'][number];

/** What was chosen, or the first one available. @throws Refusal `unknown-choice` */
function chosen(choices: readonly Choice[], name: string | undefined, field: string): Choice {
  const found = name ? choices.find((one) => one.name === name) : choices[0];
  if (found !== undefined) return found;
  const { detail } = calls.submitPoster.refusals['unknown-choice'];
  throw refusalOf(calls.submitPoster, 'unknown-choice', { fields: { [field]: detail } });
}
