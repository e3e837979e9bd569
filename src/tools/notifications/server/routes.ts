import { type Route, route } from '../../../platform/server/http/context.ts';
import { listNotifications, saveNotification } from '../contract.ts';
import { handleListNotifications, handleSaveNotification, type NotificationServices } from './operations.ts';

export function notificationsRoutes(services: NotificationServices): Route[] {
  return [
    route(listNotifications, (context) => handleListNotifications(services, context)),
    route(saveNotification, (context, input) => handleSaveNotification(services, context, input)),
  ];
}
