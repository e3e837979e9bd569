import { createServer } from 'node:net';
import { EmbeddedPostgresError, QuadAlreadyRunning } from './errors.ts';
import type { Folders } from './folders.ts';

/**
 * Makes this process the only one that uses the data folder. The claim is an abstract unix socket: the kernel
 * grants it once and takes it back when the process ends, even after `kill -9`. Children do not inherit it.
 * @returns A function that releases the claim.
 * @throws QuadAlreadyRunning
 */
export async function claimDataFolder(
  folders: Pick<Folders, 'data' | 'identity'>,
): Promise<() => Promise<void>> {
  const server = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new QuadAlreadyRunning(
              `Quad is already running on the data folder ${folders.data}: stop it first, or choose another folder with QUAD_DATA.`,
            )
          : new EmbeddedPostgresError(`The data folder ${folders.data} cannot be claimed: ${error.message}.`),
      );
    });
    // Exclusive: a worker of Node's cluster module would otherwise share the name with its siblings.
    server.listen({ path: `\0quad-${folders.identity}`, exclusive: true }, resolve);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}
