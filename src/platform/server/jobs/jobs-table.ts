import type { ColumnType } from 'kysely';

/** pg-boss keeps its tables here, apart from ours. */
export const jobsSchema = 'jobs';

/** What we read and write of pg-boss 12's table. It lets applications change `state` of waiting and failed jobs. */
export interface JobsTables {
  'jobs.job': {
    id: string;
    name: string;
    state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
    singleton_key: string | null;
    retry_limit: number;
    retry_count: number;
    created_on: Date;
    started_on: Date | null;
    completed_on: ColumnType<Date | null, never, Date | null>;
    start_after: ColumnType<Date, never, Date>;
    keep_until: ColumnType<Date, never, Date>;
    heartbeat_on: Date | null;
    output: unknown;
  };
}
