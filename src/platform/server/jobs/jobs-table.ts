/** The schema of pg-boss's tables, apart from ours. */
export const jobsSchema = 'jobs';

/** The columns of pg-boss 12's table that we read or write directly; check them for any other version. */
export type JobsTables = {
  'jobs.job': {
    id: string;
    name: string;
    data: object;
    state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
    singleton_key: string | null;
    retry_limit: number;
    retry_count: number;
    created_on: Date;
    started_on: Date | null;
    completed_on: Date | null;
    start_after: Date;
    /** A job that is still waiting then is dropped. */
    keep_until: Date;
    heartbeat_on: Date | null;
    output: unknown;
  };
};
