import { type Route, route } from '../../../platform/server/http/context.ts';
import type { JobsService } from '../../../platform/server/jobs/job.ts';
import * as calls from '../contract.ts';
import { handleCountJobs, handleDiscardJob, handleListJobs, handleRetryJob } from './operations.ts';

export function queueRoutes(jobs: JobsService): Route[] {
  return [
    route(calls.listJobs, (context, input) => handleListJobs(jobs, context, input)),
    route(calls.countJobs, (_context, input) => handleCountJobs(jobs, input)),
    route(calls.retryJob, (context, input) => handleRetryJob(jobs, context, input)),
    route(calls.discardJob, (context, input) => handleDiscardJob(jobs, context, input)),
  ];
}
