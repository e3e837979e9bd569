import { sql } from 'kysely';
import { type Database, readRows } from '../../../platform/server/db/database.ts';
import { withoutIndexes } from '../../../platform/server/db/without-indexes.ts';
import { foldCounts } from '../../../platform/server/list/counts-keeper.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';
import { logCounts } from './counts.ts';
import { insertPeople, insertRounds } from './seed-queries.ts';

/** From this many rows on, rebuilding the indexes is faster than keeping them up to date. */
const manyLogs = 20_000;
/** What the triggers see of one statement is kept in memory or in a file; this much is no problem. */
const logsPerStatement = 50_000;

export const raLogsSeed: Seed = {
  what: 'RA logs of the last weeks (many: of four years), most of them reviewed, some with follow-up',
  demoCount: 60,
  async isFilled({ reader }) {
    const rows = await readRows(reader, sql`select from ra_logs limit 1`);
    return rows.length > 0;
  },
  async run({ platform, count, random }) {
    const database = platform.unaudited('demo data');
    const { timeZone } = platform.campus;
    const chance = String(random());
    await database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await insertPeople(transaction);
      const add = async () => {
        for (let first = 1; first <= count; first += logsPerStatement) {
          const last = Math.min(first + logsPerStatement - 1, count);
          await insertRounds(transaction, { first, last, count, chance, timeZone });
        }
      };
      await (count < manyLogs ? add() : withoutIndexes(transaction, 'ra_logs', add));
    });
    await foldCounts(logCounts, database);
    await vacuum(database);
  },
};

/** As the database would do on its own within minutes: only now can pages be read from the indexes alone. */
async function vacuum(database: Database): Promise<void> {
  await database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      await sql`vacuum (analyze) ra_logs, ra_log_counts, ra_log_people_counts, ra_log_count_changes, ra_log_people`.execute(
        connection,
      );
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}
