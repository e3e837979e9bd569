import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import type { LdapServer } from '../settings/ldap-server.ts';
import { LdapFailure } from './ldap-failure.ts';
import { askForTls } from './start-tls.ts';

/**
 * Opens a connection on which passwords may travel: LDAPS, StartTLS, or this machine itself. The certificate is checked
 * against the name in the address, whatever NODE_TLS_REJECT_UNAUTHORIZED says.
 * @param seconds For the whole of it: name, connection, and TLS.
 * @throws LdapFailure
 */
export async function openSocket(
  url: string,
  { startTls, ca }: Pick<LdapServer, 'startTls' | 'ca'>,
  seconds: number,
): Promise<Socket> {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'ldaps:';
  const socket = net.connect({ host, port: Number(port || (secure ? 636 : 389)) });
  // An error must never be without a listener; the promises below report it.
  socket.on('error', () => undefined);
  const timer = setTimeout(() => socket.destroy(new LdapFailure('ETIMEDOUT')), seconds * 1_000);
  try {
    await arrives(socket, 'connect');
    if (!secure && !startTls) return socket;
    if (startTls) await askForTls(socket);
    const encrypted = tls.connect({
      socket,
      host,
      rejectUnauthorized: true,
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca }),
    });
    encrypted.on('error', () => undefined);
    await arrives(encrypted, 'secureConnect');
    return encrypted;
  } catch (error) {
    socket.destroy();
    throw LdapFailure.from(error);
  } finally {
    clearTimeout(timer);
  }
}

function arrives(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new LdapFailure('ECONNRESET')));
  });
}
