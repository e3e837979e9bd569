import { route } from '../../../platform/server/http/context.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import * as calls from '../contract.ts';
import { queue } from '../tool.ts';
import { countJobs, discardJob, listJobs, retryJob } from './operations.ts';

export const queueServer = defineServerTool({
  tool: queue,
  calls: calls.queueCalls,
  async start({ jobs }) {
    return {
      routes: [
        route(calls.listJobs, (_context, input) => listJobs(jobs, input)),
        route(calls.countJobs, (_context, input) => countJobs(jobs, input)),
        route(calls.retryJob, (context, input) => retryJob(jobs, context, input)),
        route(calls.discardJob, (context, input) => discardJob(jobs, context, input)),
      ],
    };
  },
});
