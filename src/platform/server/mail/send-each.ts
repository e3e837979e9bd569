import { JobFailure } from '../jobs/job-failure.ts';
import { EmailDeferred } from './email-deferred.ts';

/**
 * For jobs with several recipients: an email that the mail server defers holds up no other. The job fails at the end, so
 * that its next try comes back to it. After anything else no more are sent, since the server is then down for all of
 * them. @param atOnce For many recipients: how many emails are under way together, so that they do not each wait for the server.
 */
export async function sendEach<T>(
  all: Iterable<T>,
  send: (one: T) => Promise<unknown>,
  atOnce = 1,
): Promise<void> {
  const waiting = [...all].values();
  let isAway = false;
  let deferred: EmailDeferred | null = null;

  async function sendWaiting(): Promise<void> {
    for (const one of waiting) {
      if (isAway) return;
      try {
        await send(one);
      } catch (error) {
        if (!(error instanceof EmailDeferred)) {
          isAway = true;
          throw error;
        }
        deferred = error;
      }
    }
  }

  // None is left under way: a job that is tried again would send it twice.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, sendWaiting));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  if (deferred !== null) throw deferred;
}

/** Whether an email was sent; `false` if the mail server refuses it for good. @throws any other failure */
export async function wasSent(sending: Promise<unknown>): Promise<boolean> {
  try {
    await sending;
    return true;
  } catch (error) {
    if (error instanceof JobFailure && error.final) return false;
    throw error;
  }
}
