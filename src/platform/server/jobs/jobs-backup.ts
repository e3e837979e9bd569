import { getConstructionPlans } from 'pg-boss';
import { jobsSchema } from './jobs-table.ts';

/** The tables of pg-boss that a backup contains. The others are statistics and records of its own tables. */
export const keptJobTables: readonly string[] = [
  'queue',
  'job',
  'job_dependency',
  'schedule',
  'subscription',
];

/** The statements that create pg-boss's tables, for a transaction that is already open. */
export function jobTablesStatements(): string {
  const plan = getConstructionPlans(jobsSchema);
  const [, statements] = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(plan) ?? [];
  if (statements === undefined)
    throw new Error('This version of pg-boss creates its tables in a different way.');
  return statements;
}
