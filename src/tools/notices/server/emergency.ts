import { sql } from 'kysely';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import { oneLine } from '../../../platform/contract/fields.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { lockByName } from '../../../platform/server/db/lock-by-name.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';
import { contentOf } from './content.ts';
import { enqueueEmails } from './emails.ts';
import { countEmergency } from './limits.ts';
import type { NoticesServices } from './notices.ts';
import { end, hold, insertNotice, timesOf } from './operations.ts';
import { readClock } from './queries.ts';
import { countReached } from './reach.ts';
import { mayGiveAllClear } from './rules.ts';

type Context = CallContext<PersonActor>;

/** Publishes an emergency at once, and notifies by email everyone it is for. */
export async function handlePublishEmergency(
  services: NoticesServices,
  { actor, reader, change }: Context,
  { body }: CallInput<typeof calls.publishEmergency>,
): Promise<CallReply<typeof calls.publishEmergency>> {
  const content = contentOf(body, services.knownGroups);
  const people = await countReached(reader, content.groups);
  if (people !== body.people)
    throw refusalOf(calls.publishEmergency, 'other-number', {
      fields: { people: `It goes to ${people.toLocaleString('en-US')}. Type this number to publish.` },
    });
  return countEmergency(services, actor, () =>
    change(async (unit) => {
      unit.demand(byPermission);
      // Two tabs that publish at once: the second sees the first.
      await lockByName(unit.transaction, 'notices.emergency');
      const { title, text } = body;
      if (await isShowing(unit.transaction, { title, text, groups: content.groups }))
        throw refusalOf(calls.publishEmergency, 'already-showing');
      const times = timesOf(body, await readClock(unit.transaction), null);
      const written = { title, tone: 'emergency' as const, ...content, ...times };
      const { id } = await insertNotice(unit, actor, written);
      return { data: await enqueueEmails(unit, actor, id) };
    }),
  );
}

/** Ends an emergency, and notifies the same people that it is over: on their pages for a day, and by email. */
export function handleGiveAllClear(
  { knownGroups }: NoticesServices,
  { actor, change }: Context,
  { params: { id }, body }: CallInput<typeof calls.giveAllClear>,
): Promise<CallReply<typeof calls.giveAllClear>> {
  return change(async (unit) => {
    const before = await hold(unit, actor, id, mayGiveAllClear);
    await end(unit, actor, before);
    const now = await readClock(unit.transaction);
    const audience =
      before.groups === null
        ? ({ audience: 'everyone' } as const)
        : ({ audience: 'groups', groups: before.groups } as const);
    // Its groups may have left access.yaml since; they are still the ones who were notified.
    const content = contentOf({ text: body.text, ...audience }, [...knownGroups, ...(before.groups ?? [])]);
    const { id: clear } = await insertNotice(unit, actor, {
      // Never half a character, which the audit log could not store: then no one could give the all clear.
      title: oneLine(`All clear: ${before.title}`, calls.longestTitle),
      tone: 'info',
      ...content,
      starts_at: now,
      ends_at: new Date(now.getTime() + 86_400_000),
      all_clear_of: id,
    });
    return { data: await enqueueEmails(unit, actor, clear) };
  });
}

/** The same words to the same people are the same emergency, no matter which tab they come from. */
async function isShowing(
  transaction: WriteTransaction,
  { title, text, groups }: { title: string; text: string; groups: string[] | null },
): Promise<boolean> {
  const rows = await readRows(
    transaction,
    sql`select from notices where tone = 'emergency' and withdrawn_at is null and ends_at > now()
      and title = ${title} and text = ${text} and groups is not distinct from ${groups}::text[] limit 1`,
  );
  return rows.length > 0;
}
