import { JobFailure } from '../jobs/job-failure.ts';
import { composeEmail } from './compose.ts';
import type { Email } from './email.ts';
import { createFolderTransport } from './folder-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

export interface Mail {
  /**
   * Sends an email from within a job.
   * @returns what was done, as a sentence for the Queue Manager
   * @throws JobFailure, final if no later try can help; EmailTooLarge if the mail server refuses its size
   */
  send(email: Email, signal: AbortSignal): Promise<string>;
  /**
   * Finds out, without sending anything, how an email would fare.
   * @returns a few words about it
   * @throws JobFailure
   */
  check(signal: AbortSignal): Promise<string>;
  /** Removes emails that were written to files and are older than a week. */
  cleanUp(): Promise<void>;
  /** Closes connections that are waiting for the next email. */
  close(): void;
}

/** An email ready to go. */
export interface Message {
  key: string;
  /** Where the mail server sends what cannot be delivered. */
  from: string;
  to: string;
  /** RFC 5322, lines ended by CRLF. */
  content: Buffer;
}

/** What takes emails away. */
export interface MailTransport {
  /** @returns what was done, as a sentence without personal data @throws JobFailure */
  deliver(message: Message, signal: AbortSignal): Promise<string>;
  /** The same as in `Mail`, if there is something to check. */
  check?(signal: AbortSignal): Promise<string>;
  cleanUp?(): Promise<void>;
  close?(): void;
}

export interface MailSettings {
  dataFolder: string;
  /** `null`: the embedded transport. */
  smtpUrl: string | null;
  /** Address of the sender. */
  from: string;
  /** Where bounces go; `null`: to the sender. */
  mailBounces: string | null;
  /** Name of the sender. */
  product: string;
}

export async function createMail(settings: MailSettings): Promise<Mail> {
  const { from, product, smtpUrl, mailBounces } = settings;
  const transport =
    smtpUrl === null
      ? createFolderTransport(settings.dataFolder)
      : await createSmtpTransport(new URL(smtpUrl));
  return {
    check: async (signal) =>
      (await transport.check?.(signal)) ?? 'emails are written to files in the data folder',
    async send(email, signal) {
      assertSendable(email, from);
      const content = await composeEmail(email, { address: from, name: product }, new Date());
      const { key, to } = email;
      return transport.deliver({ key, from: mailBounces ?? from, to, content }, signal);
    },
    cleanUp: async () => transport.cleanUp?.(),
    close: () => transport.close?.(),
  };
}

/** Neither may contain anything that ends a header, an SMTP command or a folder. */
const plainAddress = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/;
const plainKey = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,98}[A-Za-z0-9])?$/;

function assertSendable(email: Email, from: string): void {
  const { key, to, replyTo, thread = [] } = email;
  if (![key, ...thread].every((one) => plainKey.test(one)))
    throw new JobFailure('An email has an invalid key.', { final: true });
  const addresses = [from, to, ...(replyTo === undefined ? [] : [replyTo])];
  if (!addresses.every((address) => plainAddress.test(address)))
    throw new JobFailure('An email has an invalid address.', { final: true });
}
