import { expect, test } from 'vitest';
import { mistakesOf } from '../../platform/server/settings/mistakes.ts';
import { filesSettings } from './settings.ts';

const read = (campusNetworks: string[]) => filesSettings.campus.safeParse({ campusNetworks });

test('the networks of the campus are read like everywhere else', () => {
  expect(read(['10.20.0.0/16', '::ffff:10.1.0.0/112', '192.0.2.7']).data?.campusNetworks).toEqual([
    '10.20.0.0/16',
    '10.1.0.0/16',
    '192.0.2.7',
  ]);
});

test.each([
  ['10.20.0.0/33', 'After the "/" of "10.20.0.0/33", use a number from 1 to 32.'],
  ['10.20.1.0/16', '"10.20.1.0/16" is an address within a network. Use 10.20.0.0/16 or 10.20.1.0.'],
  ['campus', '"campus" is neither an IP address nor a network, such as 10.20.0.0/16.'],
])('a campus network %s is a mistake in the settings', (network, what) => {
  const { error } = read(['10.0.0.0/8', network]);
  expect(error && mistakesOf(error, 'files.yaml')).toEqual([{ where: 'files.yaml, campusNetworks.1', what }]);
});
