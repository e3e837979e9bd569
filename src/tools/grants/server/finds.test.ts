import path from 'node:path';
import { expect, test } from 'vitest';
import { findThings } from '../../../platform/contract/finding.ts';
import { migrate } from '../../../platform/server/db/migrate.ts';
import { openPlainDatabase } from '../../../platform/server/testing/test-database.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import { editApplication } from '../contract.ts';
import { sampleApplication } from './examples.ts';
import { grantsServer } from './index.ts';
import { apply } from './testing/committee.ts';

test('an application is found in any case in any alphabet, even if the database folds only ASCII', async () => {
  const database = await openPlainDatabase();
  await migrate(database.database, path.resolve('migrations'));
  const { signIn } = await startTestServer({ tools: [grantsServer], database });
  const faculty = await signIn('faculty');
  const find = async (q: string) => {
    const { body } = await faculty.send(findThings, { query: { q } });
    return body.data.flatMap(({ results }) => results.map(({ title }) => title));
  };

  const first = { titleOfProfessionalMeeting: 'Öffentliche Lesung' };
  const { _id: id, version } = await apply(faculty, first);
  for (const q of ['öffentliche', 'LESUNG ÖFF', 'carraway'])
    expect(await find(q)).toEqual(['Öffentliche Lesung']);

  await database.pool.query("update grant_applications set state = 'Draft' where id = $1", [id]);
  const second = { titleOfProfessionalMeeting: 'Żywa mowa', approvalStatus: 'Pending', version } as const;
  const edited = await faculty.send(editApplication, {
    params: { id },
    body: { ...sampleApplication, ...second },
  });
  expect(edited.status).toBe(200);
  expect(await find('żywa')).toEqual(['Żywa mowa']);
  expect(await find('öffentliche')).toEqual([]);
});
