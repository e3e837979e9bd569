import pg from 'pg';
import { vi } from 'vitest';

interface Step {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}

/**
 * The most rows that a step of one of an action's statements goes through. PostgreSQL's plan decides about it, so the
 * tables have to be analyzed.
 * @param mark A part of the text of the statement
 */
export async function mostRowsRead(
  pool: Pick<pg.Pool, 'connect'>,
  mark: string,
  act: () => Promise<unknown>,
): Promise<number> {
  const asking = vi.spyOn(pg.Client.prototype, 'query');
  let asked: { text?: string; values?: unknown[] }[];
  try {
    await act();
    asked = asking.mock.calls.map(([config]: unknown[]) => config as { text?: string });
  } finally {
    asking.mockRestore();
  }
  const statement = asked.find(({ text }) => text?.includes(mark) === true);
  if (statement === undefined) throw new Error(`No statement has "${mark}".`);
  const client = await pool.connect();
  try {
    // As if the tables were too large to be in memory.
    await client.query('begin; set local random_page_cost = 40');
    const { rows } = await client.query(`explain (analyze, format json) ${statement.text}`, statement.values);
    return mostOf(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

function mostOf(step: Step): number {
  const read = (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'];
  return Math.max(read, ...(step.Plans ?? []).map(mostOf));
}
