import { createKeptEmails } from '../mail/kept-emails.ts';
import { createMail } from '../mail/mail.ts';
import type { Platform } from '../tool/server-tool.ts';
import type { QuadSettings } from './read-settings.ts';

/** Mail as the tools get it, and in the demo what was written instead of being sent. */
export async function openMail({
  environment,
  campus,
  providers,
}: QuadSettings): Promise<Pick<Platform, 'mail' | 'keptEmails'>> {
  const { smtpUrl, dataFolder } = environment;
  const mail = await createMail({
    ...environment,
    from: environment.mailFrom ?? `no-reply@${campus.domains[0]}`,
    product: campus.product,
  });
  return {
    mail,
    keptEmails: providers.demo && smtpUrl === null ? createKeptEmails(dataFolder) : null,
  };
}
