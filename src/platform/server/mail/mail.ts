import { JobFailure } from '../jobs/job-failure.ts';
import { composeMessage } from './compose.ts';
import { createFolderTransport } from './folder-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

/** One letter to one address. */
export interface Letter {
  /** Names this letter and no other, in letters, digits, `-` and `.`: a job that runs again gives the same one. */
  key: string;
  to: string;
  subject: string;
  /** Plain text; lines end with `\n`. */
  text: string;
}

export interface Mail {
  /**
   * Sends a letter from within a job. Answers what was done, as a sentence for the queue manager.
   * @throws JobFailure, final where no later try can help.
   */
  send(letter: Letter, signal: AbortSignal): Promise<string>;
  /** Finds out, without sending anything, what a letter would meet, and says it in a few words. @throws JobFailure */
  check(signal: AbortSignal): Promise<string>;
}

/** A letter ready to go. */
export interface Message {
  key: string;
  from: string;
  to: string;
  /** RFC 5322 in ASCII, lines ended by CRLF. */
  content: string;
}

/** What takes letters away. */
export interface MailTransport {
  /** @returns What was done, as a sentence without personal data. @throws JobFailure */
  deliver(message: Message, signal: AbortSignal): Promise<string>;
  /** As that of `Mail`, where there is something to find out. */
  check?(signal: AbortSignal): Promise<string>;
}

export interface MailSettings {
  dataFolder: string;
  /** `null`: the embedded transport. */
  smtpUrl: string | null;
  /** Address of the sender. */
  from: string;
  /** Name of the sender. */
  product: string;
}

export async function createMail(settings: MailSettings): Promise<Mail> {
  const { from, product, smtpUrl } = settings;
  const transport =
    smtpUrl === null
      ? createFolderTransport(settings.dataFolder)
      : await createSmtpTransport(new URL(smtpUrl));
  return {
    check: async (signal) =>
      (await transport.check?.(signal)) ?? 'emails are written to files in the data folder',
    async send(letter, signal) {
      assertSendable(letter, from);
      const content = composeMessage({ ...letter, from: { address: from, name: product }, date: new Date() });
      return transport.deliver({ key: letter.key, from, to: letter.to, content }, signal);
    },
  };
}

/** Neither may carry anything that ends a header, an SMTP command or a folder. */
const plainAddress = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/;
const plainKey = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,98}[A-Za-z0-9])?$/;

function assertSendable({ key, to }: Letter, from: string): void {
  if (!plainKey.test(key)) throw new JobFailure('An email has an invalid key.', { final: true });
  if (!plainAddress.test(to) || !plainAddress.test(from)) {
    throw new JobFailure('An email has an invalid address.', { final: true });
  }
}
