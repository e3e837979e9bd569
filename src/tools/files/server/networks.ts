import ipaddr from 'ipaddr.js';
import { networkSet } from '../../../platform/server/network/client-address.ts';
import { readNetwork } from '../../../platform/server/network/read-network.ts';
import { invalid } from '../../../platform/server/refusal/refusal.ts';

/** The entries of a joined list. */
export function entriesOf(joined: string): string[] {
  return joined === '' ? [] : [...new Set(joined.split(',').map((entry) => entry.trim()))];
}

/** Addresses and networks of a joined list, in their canonical spelling. @throws Refusal that names the wrong entry */
export function networksOf(joined: string): string[] {
  const networks = entriesOf(joined).map((entry) => {
    const read = readNetwork(entry);
    if ('mistake' in read) throw invalid({ ipAddresses: read.mistake });
    return read.network;
  });
  return [...new Set(networks)];
}

/** Whether a client may come from here: without networks, from anywhere. */
export function fits(networks: readonly string[], clientAddress: string): boolean {
  return networks.length === 0 || networkSet(networks).contains(clientAddress);
}

/** Whether all of these networks are in those of the campus. */
export function areOnCampus(networks: readonly string[], campus: readonly string[]): boolean {
  const wider = campus.map(rangeOf);
  return networks.every((network) => {
    const [address, bits] = rangeOf(network);
    return wider.some(
      ([base, wide]) =>
        base.kind() === address.kind() && bits >= wide && address.match([base, wide] as never),
    );
  });
}

function rangeOf(network: string): ReturnType<typeof ipaddr.parseCIDR> {
  if (network.includes('/')) return ipaddr.parseCIDR(network);
  const address = ipaddr.parse(network);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
