import { JobFailure } from '../jobs/job-failure.ts';

/** The mail server does not accept this one email now: a mailbox that is full, or a sender that it does not know yet. */
export class EmailDeferred extends JobFailure {
  constructor(reason: string, { cause }: { cause?: unknown } = {}) {
    super(reason, { cause });
    this.name = 'EmailDeferred';
  }
}
