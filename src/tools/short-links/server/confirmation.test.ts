import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../platform/server/testing/test-database.ts';
import { createConfirmation } from './confirmation.ts';
import { notifyInstances } from './write-queries.ts';

test('a change that is announced while nothing is being asked is seen at once, without waiting for the next poll', async () => {
  const { database } = await openTestDatabase();
  const onChange = vi.fn();
  const confirmation = createConfirmation(database, onChange);
  confirmation.stop();
  await confirmation.ask();
  onChange.mockClear();
  await database.transaction().execute(notifyInstances);
  confirmation.hint();
  await expect.poll(() => onChange.mock.calls.length).toBe(1);
});
