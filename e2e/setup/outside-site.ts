import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Loaded before a portal (`--import`): a host on the public internet that is really a port on this machine. The portal
 * looks the name up, finds a public address, and connects to it; only the route there is different.
 */
export const outsideSite = { host: 'spring.sawtooth.example', address: '93.184.215.14' };
const sitePort = Number(process.env.STORY_SITE_PORT);

if (sitePort > 0) {
  const lookup = dns.lookup as (...given: unknown[]) => Promise<unknown>;
  const connect = net.Socket.prototype.connect as (...given: unknown[]) => net.Socket;
  Object.assign(dns, {
    lookup: (host: string, ...options: unknown[]) =>
      host === outsideSite.host
        ? Promise.resolve([{ address: outsideSite.address, family: 4 }])
        : lookup(host, ...options),
  });
  Object.assign(net.Socket.prototype, {
    connect(this: net.Socket, ...given: unknown[]) {
      // `net.connect` hands its options over in a list, `connect` as they are.
      const options = [given[0]].flat()[0] as { host?: string; port?: number } | undefined;
      if (options?.host !== outsideSite.host || options.port !== 80) return connect.apply(this, given);
      return connect.call(this, { host: '127.0.0.1', port: sitePort });
    },
  });
  syncBuiltinESMExports();
}
