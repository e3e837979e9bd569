import ipaddr from 'ipaddr.js';
import { networkSet } from '../../../platform/server/network/client-address.ts';
import { invalid } from '../../../platform/server/refusal/refusal.ts';

/** The entries of a joined list. */
export function entriesOf(joined: string): string[] {
  return joined === '' ? [] : [...new Set(joined.split(',').map((entry) => entry.trim()))];
}

/** Addresses and networks of a joined list, each as it is written properly. @throws Refusal that names the wrong entry */
export function networksOf(joined: string): string[] {
  const entries = entriesOf(joined);
  for (const entry of entries) {
    const fault = faultOf(entry);
    if (fault !== null) throw invalid({ ipAddresses: fault });
  }
  return entries;
}

/** Whether a client may come from here: without networks, from anywhere. */
export function fits(networks: readonly string[], clientAddress: string): boolean {
  return networks.length === 0 || networkSet(networks).contains(clientAddress);
}

/** Whether all of these networks are in those of the campus. */
export function areOnCampus(networks: readonly string[], campus: readonly string[]): boolean {
  const wider = campus.map((network) => ipaddr.parseCIDR(network));
  return networks.every((network) => {
    const [address, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.parse(network), 128];
    return wider.some(
      ([base, wide]) =>
        base.kind() === address.kind() && bits >= wide && address.match([base, wide] as never),
    );
  });
}

/** Not what old programs take as well: three parts, octal numbers, a zone. */
function isProper(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return !/(^|\.)0\d/.test(address);
  return ipaddr.IPv6.isValid(address) && !address.includes('%');
}

/** What is wrong with an entry, as a sentence; one machine has one way to be written. */
function faultOf(entry: string): string | null {
  const [address = '', bits, ...rest] = entry.split('/');
  if (rest.length > 0 || !isProper(address))
    return `"${entry}" is not an address or a network, such as 10.20.0.0/16.`;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress()) {
    const plain = (parsed as ipaddr.IPv6).toIPv4Address().toString();
    return `Write ${entry} as ${bits === undefined ? plain : `${plain}/${Math.max(Number(bits) - 96, 1)}`}.`;
  }
  const canonical = parsed.toString();
  if (bits === undefined) return canonical === address ? null : `Write ${entry} as ${canonical}.`;
  const widest = parsed.kind() === 'ipv4' ? 32 : 128;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > widest)
    return `"/${bits}" in ${entry} must be from /1 to /${widest}.`;
  if (Number(bits) === 0) return `${entry} is everywhere. Choose "From anywhere" instead.`;
  const cidr = `${canonical}/${Number(bits)}`;
  const network =
    parsed.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr).toString()
      : ipaddr.IPv6.networkAddressFromCIDR(cidr).toString();
  const proper = `${network}/${Number(bits)}`;
  return proper === entry ? null : `Write ${entry} as ${proper}.`;
}
