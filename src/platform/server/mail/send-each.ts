import { JobFailure } from '../jobs/job-failure.ts';
import { EmailDeferred } from './email-deferred.ts';

/**
 * For jobs with several recipients: an email that the mail server defers holds up no other. The job fails at the end, so
 * that its next try comes back to it. Anything else is thrown at once, since the server is then away for all of them.
 */
export async function sendEach<T>(all: Iterable<T>, send: (one: T) => Promise<unknown>): Promise<void> {
  let deferred: EmailDeferred | null = null;
  for (const one of all) {
    try {
      await send(one);
    } catch (error) {
      if (!(error instanceof EmailDeferred)) throw error;
      deferred = error;
    }
  }
  if (deferred !== null) throw deferred;
}

/** Whether an email was sent; `false` where the mail server refuses it for good. @throws any other failure */
export async function wasSent(sending: Promise<unknown>): Promise<boolean> {
  try {
    await sending;
    return true;
  } catch (error) {
    if (error instanceof JobFailure && error.final) return false;
    throw error;
  }
}
