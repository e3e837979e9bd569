import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { refuseBadRows } from '../../../platform/server/csv/refuse-rows.ts';
import { readRecords } from '../../../platform/server/directory/read-records.ts';
import {
  type Applying,
  applyRun,
  discardRun,
  holdRun,
  takeReading,
} from '../../../platform/server/directory/runs.ts';
import type { CallContext, UploadedFile } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { notFound } from '../../../platform/server/refusal/refusal.ts';
import { confirmRun, uploadDirectory } from '../contract.ts';
import { presentRun } from './present.ts';
import { mayDecide } from './rules.ts';

type Context = CallContext<PersonActor>;

export interface DirectoryServices {
  applying: Applying;
  /** A file is read on a schedule, too. */
  hasFile: boolean;
  /** The directory servers that are read on a schedule. */
  servers: readonly string[];
}

export async function handleUploadDirectory(
  { applying }: DirectoryServices,
  { actor, change }: Context,
  [file]: readonly UploadedFile[],
): Promise<CallReply<typeof uploadDirectory>> {
  if (!applying.precedence.order.includes('csv')) throw refusalOf(uploadDirectory, 'not-counted');
  const { records, errors } = await readRecords(file?.bytes ?? Buffer.alloc(0));
  refuseBadRows(uploadDirectory, errors);
  return change(async (unit) => {
    unit.demand(byPermission);
    const reading = { origin: 'upload', records, by: actor.name, sourceHash: null, waits: 'always' } as const;
    return { data: presentRun(await takeReading(unit, reading, applying), actor) };
  });
}

export async function handleConfirmRun(
  { applying }: DirectoryServices,
  { actor, change }: Context,
  { params: { id }, body: { gone } }: CallInput<typeof confirmRun>,
): Promise<CallReply<typeof confirmRun>> {
  const run = await change(async (unit) => {
    const held = await holdRun(unit.transaction, id);
    if (held === undefined) throw notFound();
    unit.demand(mayDecide(actor, held));
    return applyRun(unit, held, { by: actor.name, gone }, applying);
  });
  // Only now, so that the new figures stay, and are on the screen when the person looks again.
  if (run.state === 'waiting') throw refusalOf(confirmRun, 'more-gone');
  return { data: presentRun(run, actor) };
}

export function handleDiscardRun(
  { actor, change }: Context,
  id: string,
): Promise<CallReply<typeof confirmRun>> {
  return change(async (unit) => {
    const run = await holdRun(unit.transaction, id);
    if (run === undefined) throw notFound();
    unit.demand(mayDecide(actor, run));
    return { data: presentRun(await discardRun(unit, run, actor.name), actor) };
  });
}
