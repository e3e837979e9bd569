import { sql } from 'kysely';
import { readRows } from '../../../platform/server/db/database.ts';
import { makeDemoLeaver } from '../../../platform/server/tool/demo-leaver.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';
import { insertDeparture } from './queries.ts';

/** The person whose things the seeds of other tools have made. */
export const departuresSeed: Seed = {
  what: 'someone who left the college and still owns short links and files',
  demoCount: 1,
  async isFilled({ reader }) {
    return (await readRows(reader, sql`select from departures limit 1`)).length > 0;
  },
  async run({ platform }) {
    await platform
      .unaudited('demo data')
      .transaction()
      .execute(async (transaction) => {
        const person_id = await makeDemoLeaver(transaction);
        await insertDeparture(transaction, { person_id, cause: 'left', lost: [], state: 'open' });
      });
  },
};
