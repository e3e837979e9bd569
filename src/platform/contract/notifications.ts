/** Where people choose what they get by email: each such email says so. */
export const notificationsPath = '/account/notifications';

export const notificationChoices = ['now', 'digest', 'portal'] as const;
/** At once, once a day, or not by email. */
export type NotificationChoice = (typeof notificationChoices)[number];
