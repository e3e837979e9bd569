import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readEnvironment } from '../platform/server/settings/environment.ts';
import { openPlainDatabase, openTestDatabase } from '../platform/server/testing/test-database.ts';
import { refuseDemo, refuseSeed } from './real-people.ts';

test('once a real provider has let people in, neither the demo nor made-up rows get in', async () => {
  const { database, settings } = await openTestDatabase();
  const read = (variables: Record<string, string>) => readEnvironment(variables, '/srv/quad');
  const trial = read({});
  const college = read({ DATABASE_URL: 'postgresql://db.college.edu/quad', QUAD_DEMO: 'on' });
  const addPerson = async (provider: string) => {
    const id = randomUUID();
    const name = { name: 'Ida', given_name: 'Ida', family_name: '' };
    await database
      .insertInto('people')
      .values({ id, email: `${provider}@a.example`, ...name })
      .execute();
    await database
      .insertInto('identities')
      .values({ provider, subject: 'ida', person_id: id, groups: [] })
      .execute();
  };

  await addPerson('demo');
  await refuseDemo(settings, college);
  await refuseSeed(settings, college);
  await addPerson('college');
  await refuseDemo(settings, trial);
  await expect(refuseDemo(settings, college)).rejects.toThrow('QUAD_DEMO: The demo is on, but people');
  await expect(refuseSeed(settings, trial)).rejects.toThrow('People have signed in to this database');
});

test('the demo gets into a database that no start has filled', async () => {
  const { settings } = await openPlainDatabase();
  const college = { DATABASE_URL: 'postgresql://db.college.edu/quad', QUAD_DEMO: 'on' };
  await refuseDemo(settings, readEnvironment(college, '/srv/quad'));
});

test('production accepts no made-up rows, no matter who has signed in', async () => {
  const { settings } = await openTestDatabase();
  const production = readEnvironment(
    { NODE_ENV: 'production', QUAD_SECRET: 'b7Qe2xLw9KpZ4mTn8RsVc3HdJf6GyUa1' },
    '/',
  );
  await expect(refuseSeed(settings, production)).rejects.toThrow('This is a production portal');
});
