import { expect, test } from 'vitest';
import { MigrationError, refuseNewer } from '../platform/server/db/migrate.ts';
import { exitCodeOf } from './explain.ts';

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not throw.');
}

test('an older version on a newer database is not restarted, a migration that failed is', () => {
  const newer = thrownBy(() => refuseNewer('database', ['20270101T0000-later'], []));
  expect(exitCodeOf(newer)).toBe(78);
  expect(exitCodeOf(new MigrationError('It could not be brought up to date.', new Error('no room')))).toBe(1);
});
