import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address or a network in its canonical spelling, or why it is not one. */
export type ReadNetwork = { readonly network: string } | { readonly mistake: string };

/**
 * Reads an address (`10.1.2.3`) or a network (`10.1.0.0/16`), IPv4 or IPv6, as a person wrote it. Returns the canonical
 * spelling (RFC 5952 for IPv6); an IPv4-mapped IPv6 address becomes IPv4. Octal and shortened spellings, zones and
 * networks with bits after their prefix are refused: other programs read those differently. So is what means every address.
 */
export function readNetwork(written: string): ReadNetwork {
  const [address = '', length, ...rest] = written.trim().split('/');
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) {
    return { mistake: `"${written}" is neither an IP address nor a network, such as 10.20.0.0/16.` };
  }
  const parsed = ipaddr.parse(address);
  const bits = length === undefined ? widthOf(parsed) : bitsOf(length, widthOf(parsed));
  if (bits === null)
    return { mistake: `After the "/" of "${written}", use a number from 1 to ${widthOf(parsed)}.` };
  if (parsed instanceof ipaddr.IPv6 && bits <= mappedBits && allMapped.match(parsed, bits)) {
    return { mistake: `"${written}" means every IPv4 address. Write an IPv4 network as 10.20.0.0/16.` };
  }
  const first = firstOf(parsed, bits);
  if (first.toString() !== parsed.toString()) {
    return { mistake: `"${written}" is an address within a network. Use ${first}/${bits} or ${parsed}.` };
  }
  return { network: spell(parsed, bits) };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** IPv4 addresses in IPv6 form: a network that has them all is a zero-length prefix by another name. */
const allMapped = ipaddr.IPv6.parse('::ffff:0:0');
const mappedBits = 96;

const widthOf = (address: Address) => (address.kind() === 'ipv4' ? 32 : 128);

/** An empty prefix would be every address there is. */
function bitsOf(written: string, width: number): number | null {
  if (!/^[1-9]\d{0,2}$/.test(written)) return null;
  const bits = Number(written);
  return bits <= width ? bits : null;
}

function firstOf(address: Address, bits: number): Address {
  const network = `${address}/${bits}`;
  return address.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(network)
    : ipaddr.IPv6.networkAddressFromCIDR(network);
}

function spell(address: Address, bits: number): string {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits > mappedBits) {
    return spell(address.toIPv4Address(), bits - mappedBits);
  }
  const text = address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
  return bits === widthOf(address) ? text : `${text}/${bits}`;
}
