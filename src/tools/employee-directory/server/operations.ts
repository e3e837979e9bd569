import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext, UploadedFile } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { changeOwnPage } from '../contract.ts';
import { noPhoto, photoFrom } from './own-photo.ts';
import { extrasColumns, holdPage, savePage, toExtras } from './page-changes.ts';
import { presentPage } from './present.ts';
import { findPage } from './queries.ts';
import type { EmployeeDirectory } from './services.ts';

export async function handleChangeOwnPage(
  services: EmployeeDirectory,
  { actor, change, reader }: CallContext<PersonActor>,
  { body }: CallInput<typeof changeOwnPage>,
  [file]: readonly UploadedFile[],
): Promise<CallReply<typeof changeOwnPage>> {
  const isOwn = body.photoChoice === 'own';
  const photo = photoFrom(file);
  await change(async (unit) => {
    const own = await holdPage(unit.transaction, { personId: actor.id });
    if (own === null) throw noPage();
    unit.demand(byPermission, own);
    if (isOwn && photo === null && !own.hasOwnPhoto) throw noPhoto();
    const after = toExtras(body, own.extras, services.shows);
    await savePage(unit.transaction, own.key, after, photo);
    unit.record({
      action: 'employee-page.change',
      subject: { type: 'employee-page', id: own.key, columns: extrasColumns },
      before: own.extras,
      after,
    });
  });
  const row = await findPage(reader, actor, 'me');
  if (row === undefined) throw noPage();
  return { data: presentPage(services, row, actor) };
}

const noPage = () => refusalOf(changeOwnPage, 'no-page');
