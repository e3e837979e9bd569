import { JobFailure } from '../jobs/job-failure.ts';

/** The mail server accepts no email of this size; a smaller one may say the same with a link. */
export class EmailTooLarge extends JobFailure {
  constructor(reason: string, { cause }: { cause?: unknown } = {}) {
    super(reason, { cause, final: true });
    this.name = 'EmailTooLarge';
  }
}
