import { expect, test } from 'vitest';
import { clientAddress, networkSet, throttleUnit } from './client-address.ts';

const trusted = networkSet(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);

test.each([
  ['203.0.113.9', '198.51.100.1', '203.0.113.9', 'a client may claim anything'],
  ['127.0.0.1', undefined, '127.0.0.1', 'a proxy without the header'],
  ['127.0.0.1', '198.51.100.1', '198.51.100.1', 'one proxy'],
  ['127.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1', 'the leftmost is what the client made up'],
  ['127.0.0.1', '198.51.100.1, 10.2.3.4', '198.51.100.1', 'two proxies'],
  ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1', 'an IPv4 address in IPv6 form'],
  ['127.0.0.1', 'nonsense', 'unknown', 'a header that is not an address'],
  ['127.0.0.1', '198.51.100.1, nonsense, 10.2.3.4', 'unknown', 'a proxy that does not know its client'],
  ['127.0.0.1', '6.6.6.6, 198.51.100.1:50321', '198.51.100.1', 'a proxy that adds the port'],
  ['127.0.0.1', '198.51.100.1:50321, 10.2.3.4:443', '198.51.100.1', 'two proxies that add the port'],
  ['127.0.0.1', '[2001:db8::1]:50321', '2001:db8::1', 'a port behind an IPv6 address'],
  ['127.0.0.1', '[2001:db8::1], [fd00::2]', '2001:db8::1', 'IPv6 addresses in brackets'],
  ['127.0.0.1', '[::ffff:198.51.100.1]:50321', '198.51.100.1', 'a port behind an IPv4 address in IPv6 form'],
  ['127.0.0.1', '198.51.100.1, ::ffff:10.2.3.4', '198.51.100.1', 'a proxy in IPv6 form'],
])('socket %s, header %s: %s (%s)', (socket, header, expected, _why) => {
  expect(clientAddress(socket, header, trusted)).toBe(expected);
});

test('octal notation is not an address', () => {
  expect(trusted.contains('012.0.0.1')).toBe(false);
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is throttled as %s', (address, unit) => {
  expect(throttleUnit(address)).toBe(unit);
});
