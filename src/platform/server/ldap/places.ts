import { createLine, type Line } from '../concurrency/line.ts';
import type { LdapServer } from '../settings/ldap-server.ts';
import { LdapFailure } from './ldap-failure.ts';

/** Connections to one server. Far fewer than it accepts, since it has other clients, too. */
const most = 50;

const lines = new WeakMap<LdapServer, Line>();

/**
 * Does the work while few connections to the server are open. Anyone can send the form for signing in, and each one would
 * open another.
 * @throws LdapFailure after waiting this many seconds
 */
export function inPlace<T>(server: LdapServer, seconds: number, work: () => Promise<T>): Promise<T> {
  const line = lines.get(server) ?? createLine(most);
  lines.set(server, line);
  return line.during(AbortSignal.timeout(seconds * 1_000), work, () => new LdapFailure('TOO_MANY_AT_ONCE'));
}
