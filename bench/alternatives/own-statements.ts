import { ask } from '../../harness/ask.ts';
import { startQuad } from '../../harness/quad.ts';
import { inlined, logsStatements, openStatementLog } from '../harness/statements.ts';
import { openTimedSql, type TimedSql } from '../harness/timed-sql.ts';
import { addressOf, type ListAnswer, pageSize } from '../tools/list-subject.ts';
import { raLogsList } from '../tools/ra-logs.ts';
import { readsRows } from '../tools/ra-logs-alternatives.ts';

/** What Quad sends for one page, to be run alongside alternatives. */
export interface OwnPage {
  page: number;
  total: number;
  ids: readonly string[];
  /** The statements that find its total and its position. */
  counting: readonly string[];
  /** The statement that reads its rows. */
  rows: readonly string[];
}

export interface Reading {
  sql: TimedSql;
  read(query: Record<string, string>, page: number): Promise<OwnPage>;
  stop(): Promise<void>;
}

/** A Quad whose statements are read from PostgreSQL's log, and a connection on which they are run again. */
export async function openReading(dataFolder: string): Promise<Reading> {
  const quad = await startQuad({ dataFolder, environment: logsStatements });
  const cookie = await quad.signIn(raLogsList.person);
  const log = openStatementLog(quad);
  const sql = await openTimedSql(quad);
  return {
    sql,
    async stop() {
      await sql.stop();
      await quad.stop();
    },
    async read(query, page) {
      let body = '';
      const logged = await log.during(async () => {
        const address = addressOf(raLogsList, query, page);
        const answer = await ask(`${quad.url}${address}`, { headers: { cookie } });
        if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${answer.body}`);
        body = answer.body;
      });
      const { data, meta }: ListAnswer = JSON.parse(body);
      const own = logged.filter(({ text }) => raLogsList.statements.test(text));
      const rows = own.filter(({ text }) => readsRows.test(text));
      const counting = own.filter(({ text }) => !readsRows.test(text));
      if (rows.length !== 1 || counting.length === 0 || data.length === 0) {
        throw new Error(`The statements of ${addressOf(raLogsList, query, page)} were not recognized.`);
      }
      const ids = data.map(({ _id }) => _id);
      return { page, total: meta.total, ids, counting: counting.map(inlined), rows: rows.map(inlined) };
    },
  };
}

export function lastPageOf({ total }: OwnPage): number {
  return Math.ceil(total / pageSize);
}
