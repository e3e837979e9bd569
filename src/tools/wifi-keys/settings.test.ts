import { expect, test } from 'vitest';
import { mistakesOf } from '../../platform/server/settings/mistakes.ts';
import { wifiKeysSettings } from './settings.ts';

test('keys that last no longer than the days of their notice are a mistake in the settings', () => {
  const read = (life: object) => wifiKeysSettings.campus.safeParse({ life, noticeDays: 30 });
  expect(read({ until: '05-31' }).success).toBe(true);
  expect(read({ days: 31 }).success).toBe(true);
  const { error } = read({ days: 30 });
  expect(error && mistakesOf(error, 'wifi-keys.yaml')).toEqual([
    {
      where: 'wifi-keys.yaml, life.days',
      what: 'Choose more days than noticeDays. Otherwise, each new key would be about to expire.',
    },
  ]);
});
