import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Also where no program listens yet. */
const given = new Set<number>();

/**
 * A port of 127.0.0.1 for a program that is about to start.
 *
 * Below those that the system hands out (32768 and up): until the program listens, which may take seconds, any connection
 * to anywhere could get one of these.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    if (given.has(port)) continue;
    given.add(port);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}
