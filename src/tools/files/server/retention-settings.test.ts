import { expect, onTestFinished, test } from 'vitest';
import { createTotals } from '../../../platform/server/list/totals.ts';
import { createTestServer } from '../../../platform/server/testing/test-server.ts';
import { readFileDetails } from '../contract.ts';
import { filesSettings } from '../settings.ts';
import { filesServer } from './index.ts';
import { createRetention } from './retention.ts';
import { publish } from './testing/publish.ts';

test('a file stays whose content type the settings no longer name, whatever its end was when it was published', async () => {
  const server = await createTestServer({ tools: [filesServer] });
  onTestFinished(() => server.stop());
  const { platform } = server.quad;
  const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString();
  const uploader = await server.signIn('it');
  const [over, soon, kept] = [await publish(uploader), await publish(uploader), await publish(uploader)];
  await server.database.pool.query(
    `update files set content_type = 'Report', retires_at = $2 where id = $1`,
    [kept._id, inAYear],
  );
  const end = (id: string, when: string) =>
    server.database.pool.query(
      `update files set retires_at = now() + $2::interval, retirement_noticed_at = now() - interval '14 days',
        noticed_person_id = created_by_id where id = $1`,
      [id, when],
    );
  await end(over._id, '-1 hour');
  await end(soon._id, '3 days');
  await server.database.pool.query('update files set retirement_noticed_at = null where id = $1', [soon._id]);
  const run = (lifeMonths: object) => {
    const settings = filesSettings.campus.parse({ lifeMonths });
    const files = {
      ...settings,
      stored: platform.files,
      totals: createTotals(),
      knownGroups: [],
      timeZone: 'UTC',
    };
    const job = createRetention({ ...platform, files });
    return job.run({}, { log: platform.log, signal: new AbortController().signal });
  };
  expect(await run({ Report: 24 })).toBe('Removed 0, notified about 0, retired 0.');
  for (const { _id: id } of [over, soon])
    expect((await uploader.send(readFileDetails, { params: { id } })).body.data).toMatchObject({
      state: 'published',
      retiresAt: null,
      can: { extend: false },
    });
  const params = { id: kept._id };
  expect((await uploader.send(readFileDetails, { params })).body.data.retiresAt).toBe(inAYear);
});
