import { allows } from '../../../platform/contract/access.ts';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NotificationChoice } from '../../../platform/contract/notifications.ts';
import type { NotificationTopic } from '../../../platform/contract/tool.ts';
import type { PersonActor, SignedInActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readChoices, saveChoice } from '../../../platform/server/notifications/choices.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import * as calls from '../contract.ts';

export type NotificationServices = Pick<Platform, 'notificationTopics' | 'rowRights'>;
type Context = CallContext<SignedInActor>;

export async function handleListNotifications(
  services: NotificationServices,
  { actor, reader }: Context,
): Promise<CallReply<typeof calls.listNotifications>> {
  const person = assertPerson(actor);
  const chosen = await readChoices(reader, person.id);
  const topics = await Promise.all(
    [...services.notificationTopics].map(async (entry) =>
      (await mayGet(services, reader, person, entry)) ? [entry] : [],
    ),
  );
  return { data: topics.flat().map(([name, topic]) => present(name, topic, chosen.get(name) ?? 'now')) };
}

export async function handleSaveNotification(
  services: NotificationServices,
  { actor, change, reader }: Context,
  { body: { topic: name, choice } }: CallInput<typeof calls.saveNotification>,
): Promise<CallReply<typeof calls.saveNotification>> {
  const person = assertPerson(actor);
  const topic = services.notificationTopics.get(name);
  if (topic === undefined || !(await mayGet(services, reader, person, [name, topic])))
    throw refusalOf(calls.saveNotification, 'unknown');
  return change(async (unit) => {
    unit.demand(byPermission);
    const before = (await readChoices(unit.transaction, person.id)).get(name) ?? 'now';
    await saveChoice(unit.transaction, person.id, name, choice);
    const subject = { type: 'notification', id: name, columns: { choice: 'plain' } } as const;
    unit.record({ action: 'notification.choose', subject, before: { choice: before }, after: { choice } });
    return { data: present(name, topic, choice) };
  });
}

async function mayGet(
  { rowRights }: NotificationServices,
  reader: Reader,
  person: PersonActor,
  [name, { access }]: readonly [string, NotificationTopic],
): Promise<boolean> {
  if (allows(access, person.permissions)) return true;
  const rights = rowRights().filter(({ notifications }) => notifications?.includes(name));
  const held = await Promise.all(rights.map((right) => right.has(reader, person)));
  return held.includes(true);
}

function present(topic: string, { title, about }: NotificationTopic, choice: NotificationChoice) {
  return { topic, title, about, choice };
}

/** A program with a token reads no email. */
function assertPerson(actor: SignedInActor): PersonActor {
  if (actor.kind === 'person') return actor;
  throw forbidden('Only a person gets notifications.');
}
