import { allows } from '../../../platform/contract/access.ts';
import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { NotificationChoice } from '../../../platform/contract/notifications.ts';
import type { NotificationTopic } from '../../../platform/contract/tool.ts';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { readChoices, saveChoice } from '../../../platform/server/notifications/choices.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import * as calls from '../contract.ts';

export type NotificationServices = Pick<Platform, 'notificationTopics'>;
type Context = CallContext<PersonActor>;

export async function handleListNotifications(
  services: NotificationServices,
  { actor, reader }: Context,
): Promise<CallReply<typeof calls.listNotifications>> {
  const chosen = await readChoices(reader, actor.id);
  const topics = [...services.notificationTopics].filter((entry) => gets(actor, chosen, entry));
  return { data: topics.map(([name, topic]) => present(name, topic, chosen.get(name) ?? 'now')) };
}

export async function handleSaveNotification(
  services: NotificationServices,
  { actor, change, reader }: Context,
  { body: { topic: name, choice } }: CallInput<typeof calls.saveNotification>,
): Promise<CallReply<typeof calls.saveNotification>> {
  const topic = services.notificationTopics.get(name);
  if (topic === undefined || !gets(actor, await readChoices(reader, actor.id), [name, topic]))
    throw refusalOf(calls.saveNotification, 'unknown');
  return change(async (unit) => {
    unit.demand(byPermission);
    const before = (await readChoices(unit.transaction, actor.id)).get(name) ?? 'now';
    await saveChoice(unit.transaction, actor.id, name, choice);
    const subject = { type: 'notification', id: name, columns: { choice: 'plain' } } as const;
    unit.record({ action: 'notification.choose', subject, before: { choice: before }, after: { choice } });
    return { data: present(name, topic, choice) };
  });
}

/** Some get an email without the permission: people who follow up on a log, or applied while they had the group. */
function gets(
  { permissions }: PersonActor,
  chosen: ReadonlyMap<string, NotificationChoice>,
  [name, { access }]: readonly [string, NotificationTopic],
): boolean {
  return allows(access, permissions) || chosen.has(name);
}

function present(topic: string, { title, about }: NotificationTopic, choice: NotificationChoice) {
  return { topic, title, about, choice };
}
