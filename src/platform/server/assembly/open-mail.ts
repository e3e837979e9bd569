import type { Unaudited } from '../change/unaudited.ts';
import type { Reader } from '../db/database.ts';
import { createKeptEmails } from '../mail/kept-emails.ts';
import { createMail } from '../mail/mail.ts';
import { letPeopleChoose } from '../notifications/let-people-choose.ts';
import type { Platform } from '../tool/server-tool.ts';
import type { QuadSettings } from './read-settings.ts';

interface MailServices {
  reader: Reader;
  unaudited: Unaudited;
  topics: Platform['notificationTopics'];
}

/** Mail as the tools get it, and in the demo what was written instead of being sent. */
export async function openMail(
  { environment, campus, providers }: QuadSettings,
  { reader, unaudited, topics }: MailServices,
): Promise<Pick<Platform, 'mail' | 'keptEmails'>> {
  const { publicUrl, smtpUrl, dataFolder } = environment;
  const mail = await createMail({
    ...environment,
    from: environment.mailFrom ?? `no-reply@${campus.domains[0]}`,
    product: campus.product,
  });
  return {
    mail: letPeopleChoose(mail, { reader, unaudited, publicUrl, topics: new Set(topics.keys()) }),
    keptEmails: providers.demo && smtpUrl === null ? createKeptEmails(dataFolder) : null,
  };
}
