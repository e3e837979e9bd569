import { type Route, route } from '../../../platform/server/http/context.ts';
import { listNotifications, saveNotification } from '../contract.ts';
import { handleListNotifications, handleSaveNotification, type Topics } from './operations.ts';

export function notificationsRoutes(topics: Topics): Route[] {
  return [
    route(listNotifications, (context) => handleListNotifications(topics, context)),
    route(saveNotification, (context, input) => handleSaveNotification(topics, context, input)),
  ];
}
