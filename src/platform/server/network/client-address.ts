import { BlockList, isIP } from 'node:net';

/** Turns `::ffff:10.1.2.3` into `10.1.2.3`, so that each machine has one name. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}

/** A set of addresses and networks. */
export function networkSet(entries: readonly string[]): { contains(address: string): boolean } {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return {
    contains(address) {
      const plain = plainAddress(address);
      const version = isIP(plain);
      return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

/** No network contains it, so what is open to some networks only stays closed. */
const unknownAddress = 'unknown';

/** Removes the port, and the IPv6 brackets, that some proxies write: `198.51.100.1:50321`, `[2001:db8::1]:50321`. */
function addressOfHop(hop: string): string {
  const [, ipv4, ipv6] = /^(?:([\d.]+):\d+|\[(.+)\](?::\d+)?)$/.exec(hop) ?? [];
  return plainAddress(ipv4 ?? ipv6 ?? hop);
}

/**
 * Finds the client behind trusted proxies: the rightmost address of `X-Forwarded-For` that is not a trusted
 * proxy itself. If the socket's peer is not a trusted proxy, the header is ignored. `unknown` if a trusted proxy
 * wrote something that is not an address.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trusted: { contains(address: string): boolean },
): string {
  const peer = plainAddress(socketAddress ?? '');
  if (forwardedFor === undefined || !trusted.contains(peer)) return peer;
  const hops = (Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor).split(',');
  let client = peer;
  for (const hop of hops.reverse()) {
    client = addressOfHop(hop.trim());
    if (isIP(client) === 0) return unknownAddress;
    if (!trusted.contains(client)) return client;
  }
  return client;
}

/** The unit that is throttled: an IPv4 address, or the /64 of a household or a machine in IPv6. */
export function throttleUnit(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const gap = address.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : [];
  const groups = [...left, ...gap, ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
