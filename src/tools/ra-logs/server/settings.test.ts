import { expect, test } from 'vitest';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog } from '../contract.ts';
import { raLogsServer } from './index.ts';
import { campusWith, startWithFolder } from './testing/follow-up-emails.ts';

test('a person who asks for follow-up too many times within an hour is told when to file the log again', async () => {
  const { server, ra } = await startWithFolder(campusWith('followUpsPerHour: 3'));
  const ask = (followUp: boolean) => ra.send(addRaLog, { body: { building: 'Anderson', followUp } });
  for (let asked = 0; asked < 3; asked += 1) expect((await ask(true)).status).toBe(201);
  const refused = await ask(true);
  expect(refused).toMatchObject({
    status: 429,
    body: {
      reason: 'too-many-follow-ups',
      detail:
        "You've asked for follow-up 3 times in the past hour. This log was not submitted. Submit it again in 60 " +
        "minutes, and call about anything that can't wait.",
    },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  expect((await ask(false)).status).toBe(201);
  await server.database.pool.query(`update ra_logs set created_at = created_at - interval '61 minutes'`);
  expect((await ask(true)).status).toBe(201);
});

test('so is a person who asks for it ten times at once', async () => {
  const { ra } = await startWithFolder(campusWith('followUpsPerHour: 3'));
  const ask = () => ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } });
  const asked = await Promise.all(Array.from({ length: 10 }, ask));
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(3);
});

test.each([
  ['followUpRecipients: [not an address]', 'followUpRecipients'],
  ['followUpRecipients: ["a@b.example\\r\\nBcc: c@d.example"]', 'followUpRecipients'],
  ['buildings: []', 'List at least one building.'],
  ['buildings: [{ name: A, offered: true }, { name: A, offered: false }]', 'A building is listed twice.'],
  ['halls: []', 'halls'],
])('a start with %s is refused, with the place of the mistake', async (yaml, message) => {
  await expect(startTestServer({ tools: [raLogsServer], campusFolder: campusWith(yaml) })).rejects.toThrow(
    message,
  );
});
