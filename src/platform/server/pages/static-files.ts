import { readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const year = 31_536_000;

/** A worker runs under the policy of its own script: this one only fetches from us. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

/**
 * Serves the built bundle: names carry a hash of their content, so browsers may keep them forever. A folder is one
 * route and not one for each of its hundreds of files, which took a tenth of a start. Only what is listed here is
 * read, so nothing else in the folder can be reached by any spelling.
 */
export async function serveBundle(app: FastifyInstance, bundleFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: bundleFolder,
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, file) => {
      // For a compressed response, this is the name of the compressed file.
      if (/\/service-worker\.js(\.br)?$/.test(file)) {
        reply.header('cache-control', 'no-cache');
        reply.header('content-security-policy', workerPolicy);
        return;
      }
      const immutable = file.includes('/assets/');
      reply.header(
        'cache-control',
        immutable ? `public, max-age=${year}, immutable` : 'public, max-age=3600',
      );
    },
  });
  const files = new Set(servedFiles(bundleFolder));
  for (const route of new Set(Array.from(files, (file) => file.replace(/\/.*/, '/*')))) {
    const folder = route.slice(0, -1);
    app.get<{ Params: { '*'?: string } }>(`/${route}`, (request, reply) => {
      const inFolder = request.params['*'];
      const file = inFolder === undefined ? route : `${folder}${inFolder}`;
      return files.has(file) ? reply.sendFile(file) : reply.callNotFound();
    });
  }
}

/** Paths below the folder, without what is there for the server alone. */
function servedFiles(bundleFolder: string): string[] {
  const unserved = /\.(br|map)$|^index\.html$|(^|\/)\./;
  return readdirSync(bundleFolder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(bundleFolder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !unserved.test(file));
}
