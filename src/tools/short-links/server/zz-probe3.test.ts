import { test } from 'vitest';
import { openTestDatabase } from '../../../platform/server/testing/test-database.ts';
import { insertManyLinks, withoutTextIndexes } from './seed-queries.ts';
test('probe', async () => {
  const database = await openTestDatabase();
  await database.database.transaction().execute(async (transaction) => {
    const t0 = performance.now();
    await withoutTextIndexes(transaction, async () => {
      const t = performance.now();
      await insertManyLinks(transaction, 1000000, 0.5, 'America/Boise');
      console.log('insert', performance.now() - t);
    });
    console.log('all', performance.now() - t0);
  });
}, 300000);
