import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import net from 'node:net';
import type { ConnectionLimits } from './limits.ts';

const lookEvery = 50;

/**
 * Ends the connections of a server so that nobody finds one closed under a request: it takes no new ones, answers every
 * further request on those that are open with `connection: close`, and closes by itself only what stays idle for
 * `drainIdle` or busy for `drainBusy` milliseconds. Resolves when none is left.
 */
export async function drainConnections(
  server: Server,
  { drainIdle, drainBusy }: Pick<ConnectionLimits, 'drainIdle' | 'drainBusy'>,
): Promise<void> {
  if (!server.listening) return;
  const begunAt = performance.now();
  server.prependListener('request', askToClose);
  // Not the server's own close: that one also cuts idle connections, on which a proxy may be sending just now.
  const closed = new Promise<void>((resolve) => {
    net.Server.prototype.close.call(server, () => resolve());
  });
  const look = () => {
    const waited = performance.now() - begunAt;
    if (waited >= drainBusy) server.closeAllConnections();
    else if (waited >= drainIdle) server.closeIdleConnections();
  };
  look();
  const timer = setInterval(look, lookEvery);
  await closed;
  clearInterval(timer);
}

function askToClose(_request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
}
