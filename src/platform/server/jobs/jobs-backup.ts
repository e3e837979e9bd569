import { getConstructionPlans } from 'pg-boss';
import { jobsSchema } from './jobs-table.ts';

/** What a backup keeps of pg-boss's tables. The others are figures, and notes of pg-boss about its own tables. */
export const keptJobTables: readonly string[] = [
  'queue',
  'job',
  'job_dependency',
  'schedule',
  'subscription',
];

/** The statements that make pg-boss's tables, for a transaction that is open already. */
export function jobTablesStatements(): string {
  const plan = getConstructionPlans(jobsSchema);
  const [, statements] = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(plan) ?? [];
  if (statements === undefined) throw new Error('This version of pg-boss makes its tables in another way.');
  return statements;
}
