import pg from 'pg';
import type { Quad } from '../../harness/quad.ts';
import { endLater } from '../../harness/scope.ts';
import { logsStatements, openStatementLog } from './statements.ts';

/** A connection whose statements PostgreSQL itself times, like those of pages. */
export interface TimedSql {
  /**
   * Runs statements one after the other.
   * @returns the milliseconds of all of them, and the rows of the last one
   */
  run(statements: readonly string[]): Promise<{ milliseconds: number; rows: pg.QueryResultRow[] }>;
  /** Runs something untimed on the same connection. */
  prepare(statement: string): Promise<pg.QueryResultRow[]>;
  stop(): Promise<void>;
}

export async function openTimedSql(quad: Quad): Promise<TimedSql> {
  const client = new pg.Client({ ...quad.connection, options: logsStatements.PGOPTIONS });
  await client.connect();
  // Closes before its Quad stops, whatever happens to the row.
  const stop = endLater(() => client.end());
  const log = openStatementLog(quad);
  const prepare = async (statement: string) => (await client.query<pg.QueryResultRow>(statement)).rows;
  return {
    prepare,
    stop,
    async run(statements) {
      const texts = statements.map(onOneLine);
      let rows: pg.QueryResultRow[] = [];
      const logged = await log.during(async () => {
        for (const text of texts) rows = await prepare(text);
      });
      const own = logged.filter(({ text }) => texts.includes(text));
      if (own.length !== texts.length) throw new Error(`PostgreSQL logged ${own.length} of ${texts.length}.`);
      return { milliseconds: own.reduce((sum, { milliseconds }) => sum + milliseconds, 0), rows };
    },
  };
}

/** As it is in the log, where a line break of the statement ends the line. */
function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
