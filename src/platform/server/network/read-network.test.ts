import { expect, test } from 'vitest';
import { networkSet } from './client-address.ts';
import { readNetwork } from './read-network.ts';

test.each([
  ['10.1.2.3', '10.1.2.3'],
  [' 10.20.0.0/16 ', '10.20.0.0/16'],
  ['192.0.2.1/32', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.0.0/112', '10.1.0.0/16'],
  ['64:ff9b::/96', '64:ff9b::/96'],
])('%s is read as %s', (written, network) => {
  expect(readNetwork(written)).toEqual({ network });
});

test.each([
  ['', 'neither an IP address nor a network'],
  ['campus', 'neither'],
  ['012.1.2.3', 'neither'],
  ['10.1', 'neither'],
  ['0x0a.1.2.3', 'neither'],
  ['10.1.2.3/8/8', 'neither'],
  ['fe80::1%eth0', 'neither'],
  ['10.1.2.3, 10.1.2.4', 'neither'],
  ['10.0.0.0/33', 'use a number from 1 to 32'],
  ['0.0.0.0/0', 'use a number from 1 to 32'],
  ['::/0', 'use a number from 1 to 128'],
  ['::ffff:10.0.0.0/8', 'means every IPv4 address'],
  ['::ffff:0:0/96', 'means every IPv4 address'],
  ['::/64', 'means every IPv4 address'],
  ['10.0.0.0/08', 'use a number from 1 to 32'],
  ['10.1.2.3/16', 'Use 10.1.0.0/16 or 10.1.2.3.'],
  ['2001:db8::1/32', 'Use 2001:db8::/32 or 2001:db8::1.'],
])('%s is refused with the reason', (written, reason) => {
  expect(readNetwork(written)).toEqual({ mistake: expect.stringContaining(reason) });
});

test('what was read admits the machines it names and no others', () => {
  const written = ['10.20.0.0/16', '2001:db8::/32', '::ffff:192.0.2.7'];
  const admitted = networkSet(
    written.map(readNetwork).flatMap((read) => ('network' in read ? [read.network] : [])),
  );
  const seen = ['10.20.9.9', '::ffff:10.20.9.9', '2001:db8::5', '192.0.2.7', '10.21.0.1', '2001:db9::1'];
  expect(seen.map(admitted.contains)).toEqual([true, true, true, true, false, false]);
});
