import type { FastifyBaseLogger } from 'fastify';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import type { PasswordWriter } from './writer/password-writer.ts';

/** Known before anyone asks: no one can learn anything from how long a directory or a mail server takes. */
export interface ResetHealth {
  /** Waits only for the very first check of this instance. */
  isUp(): Promise<boolean>;
  stop(): void;
}

const everyMs = 60_000;
/** A check that takes longer has failed. */
const limitMs = 20_000;

/** Checks each minute whether the directory and the mail server could do their part. */
export function watchHealth({
  writer,
  mail,
  log,
}: {
  writer: PasswordWriter | null;
  mail: Mail;
  log: FastifyBaseLogger;
}): ResetHealth {
  if (writer === null) return { isUp: async () => false, stop: () => undefined };
  const ask = async (): Promise<boolean> => {
    try {
      const limit = AbortSignal.timeout(limitMs);
      const late = new Promise<never>((_resolve, reject) => {
        limit.addEventListener('abort', () => reject(limit.reason), { once: true });
      });
      await Promise.race([Promise.all([writer.check(), mail.check(limit)]), late]);
      return true;
    } catch (error) {
      log.warn(
        { err: error },
        'The password reset is closed until the directory and the mail server answer.',
      );
      return false;
    }
  };
  let latest = ask();
  const timer = setInterval(() => {
    const next = ask();
    // The previous answer counts until there is a new one.
    void next.then(() => {
      latest = next;
    });
  }, everyMs);
  timer.unref();
  return { isUp: () => latest, stop: () => clearInterval(timer) };
}
