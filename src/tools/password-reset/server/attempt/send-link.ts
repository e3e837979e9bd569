import { z } from 'zod';
import type { UnitOfWork } from '../../../../platform/server/change/change.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../../platform/server/jobs/job-failure.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';
import type { Reason } from '../../contract.ts';
import { openPersonalEmail } from '../facts/personal-email.ts';
import { linkEmail } from '../link/emails.ts';
import { issueLink } from '../link/issue.ts';
import type { Reset } from '../reset.ts';
import { readAccount } from '../standing.ts';
import { readIn } from '../tables.ts';
import { settleAttempt } from './record.ts';

/** Only an id: jobs are kept and backed up. */
const data = z.object({ attemptId: z.uuid() });
type SendLink = z.output<typeof data>;
const sendLink = { name: 'password-reset.send-link', data };

export async function enqueueLink(unit: UnitOfWork, attemptId: string): Promise<void> {
  await unit.enqueue<SendLink>(sendLink, { attemptId });
}

/** After this long, the person has given up, and a link out of nowhere would only alarm them. */
const tooLateMs = 60 * 60 * 1_000;

/** Checks everything again, now with the directory, and sends the link to the personal address on record. */
export function createSendLink(
  platform: Platform,
  reset: Pick<Reset, 'writer' | 'campus' | 'secrets' | 'directoryProviders'>,
): Job {
  return defineJob<SendLink>({
    ...sendLink,
    title: 'Send a link to set a new password',
    // Within the hour in which a link is sent, so that the last try says why there is none.
    retries: 7,
    limitSeconds: 120,
    async run({ attemptId }, { signal, isLastTry = false }) {
      const attempt = await readIn(platform.reader)
        .selectFrom('reset_attempts')
        .select(['principal_email', 'created_at', 'outcome'])
        .where('id', '=', attemptId)
        .executeTakeFirst();
      // One that was not sent is retried by a person.
      if (attempt?.outcome !== 'matched' && attempt?.outcome !== 'not-sent')
        return 'There was nothing left to do.';
      const change = platform.change.changeAsSystem('password reset');
      if (Date.now() - attempt.created_at.getTime() > tooLateMs) {
        if (attempt.outcome === 'matched') await settleAttempt({ change }, attemptId, 'not-sent', []);
        return 'The link has expired, so it was not sent.';
      }
      /** The attempt says so once there are no more tries. */
      const failed = async (failure: unknown, reason: Reason) => {
        const isFinal = failure instanceof JobFailure && failure.final;
        if (isFinal || isLastTry) await settleAttempt({ change }, attemptId, 'not-sent', [reason]);
        return failure;
      };
      const { writer, secrets } = reset;
      if (writer === null) {
        const failure = new JobFailure('No directory is set up that accepts passwords.', { final: true });
        throw await failed(failure, 'directory-down');
      }
      const { account, facts, reasons } = await readAccount(platform.reader, reset, attempt.principal_email);
      if (reasons.includes('directory-down'))
        throw await failed(new JobFailure('The directory did not answer.'), 'directory-down');
      const to = openPersonalEmail(secrets, facts?.personal_email ?? null);
      if (reasons.length === 0 && to === null) reasons.push('no-personal-email');
      if (reasons.length > 0 || account === null || to === null) {
        await settleAttempt({ change }, attemptId, 'not-sent', reasons);
        return "This account can't be reset by its owner, so nothing was sent.";
      }
      const { id, token } = await change((unit) => issueLink(unit, { account, attemptId }));
      const email = { key: `password-reset-${id}`, to, ...linkEmail(platform, account.email, token) };
      const done = await platform.mail.send(email, signal).catch(async (error: unknown) => {
        throw await failed(error, 'mail-failed');
      });
      await settleAttempt({ change }, attemptId, 'sent', []);
      return done;
    },
  });
}
