import type { LdapServer } from '../settings/ldap-server.ts';
import { LdapFailure } from './ldap-failure.ts';

/** Connections to one server. Far fewer than it takes, which has other clients, too. */
const most = 50;

interface Line {
  open: number;
  waiting: Set<() => void>;
}

const lines = new WeakMap<LdapServer, Line>();

/**
 * Does the work while few connections to the server are open. Anyone can send the form for signing in, and each one would
 * open another.
 * @throws LdapFailure after waiting this many seconds
 */
export async function inPlace<T>(server: LdapServer, seconds: number, work: () => Promise<T>): Promise<T> {
  const line = lines.get(server) ?? { open: 0, waiting: new Set() };
  lines.set(server, line);
  if (line.open < most) line.open += 1;
  else await waitIn(line, seconds);
  try {
    return await work();
  } finally {
    const [next] = line.waiting;
    if (next === undefined) line.open -= 1;
    else next();
  }
}

function waitIn({ waiting }: Line, seconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new LdapFailure('TOO_MANY_AT_ONCE'));
    }, seconds * 1_000);
    const begin = () => {
      waiting.delete(begin);
      clearTimeout(timer);
      resolve();
    };
    waiting.add(begin);
  });
}
