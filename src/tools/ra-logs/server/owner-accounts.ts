import { z } from 'zod';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import { noteOwnerAccounts } from './owned-follow-ups.ts';

/** Ties follow-ups to the accounts of their owners soon after the first sign-in: an address can be given to someone else. */
export function createOwnerAccounts({ unaudited }: { unaudited: Unaudited }): Job {
  return defineJob({
    name: 'ra-logs.owner-accounts',
    title: 'Find the accounts of new owners of follow-ups',
    data: z.object({}),
    retries: 3,
    limitSeconds: 10 * 60,
    schedule: '*/10 * * * *',
    keptDays: 2,
    async run() {
      const found = await noteOwnerAccounts(unaudited('owners of follow-ups'));
      return `Follow-ups whose owner has an account now: ${found}.`;
    },
  });
}
