import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type Database, isReachable, type OpenDatabase } from '../db/database.ts';

interface Checked {
  /** Has a connection of its own: a portal under load waits for one from its pools, but is still ready. */
  database: Database;
  /** What requests work with. */
  others: readonly Pick<OpenDatabase, 'countOpen'>[];
  isStopping: () => boolean;
}

/** Live: the process responds. Ready: so does the database, and the server is not stopping. */
export function addHealth(app: FastifyInstance, { database, others, isStopping }: Checked): void {
  const quiet = { quiet: true };
  app.get('/health/live', { config: quiet }, async () => ({ status: 'live' }));
  app.get('/health/ready', { config: quiet }, async (_request, reply) => {
    const ready = !isStopping() && (await isReachable(database, others));
    if (!ready) void reply.code(503).header('retry-after', '5');
    return { status: ready ? 'ready' : 'unavailable' };
  });
}

/** Serves Prometheus metrics on their own port, so that no proxy publishes them by accident. */
export async function serveMetrics(metrics: Registry, host: string, port: number): Promise<Server> {
  // An import in this module would load Node's own client with it, which startup does not need.
  const server = process.getBuiltinModule('node:http').createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.metrics());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
