import { z } from 'zod';
import { defineCall, jsonBody, jsonReply } from '../../platform/contract/call.ts';
import { text } from '../../platform/contract/fields.ts';
import { notificationChoices } from '../../platform/contract/notifications.ts';

const choice = z.enum(notificationChoices);

const notification = z.object({ topic: z.string(), title: z.string(), about: z.string(), choice });
export type Notification = z.output<typeof notification>;

const path = '/api/account/notifications';
const access = 'signed-in';

export const listNotifications = defineCall({
  name: 'listNotifications',
  summary: 'What the signed-in person can get by email, and what they chose: now, digest, or portal',
  method: 'GET',
  path,
  access,
  reply: jsonReply(z.object({ data: z.array(notification) })),
});

export const saveNotification = defineCall({
  name: 'saveNotification',
  summary: 'Choose how emails about a topic arrive: at once, in the daily digest, or not at all',
  method: 'PUT',
  path,
  access,
  body: jsonBody(z.object({ topic: text({ min: 1 }), choice })),
  reply: jsonReply(z.object({ data: notification })),
  refusals: { unknown: { kind: 'not-found', detail: "You don't get this kind of notification." } },
});

/** Every call of this tool, for the documents and the access matrix. */
export const notificationsCalls = { listNotifications, saveNotification };
