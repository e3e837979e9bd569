import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const year = 31_536_000;

/** A worker runs under the policy of its own script: this one only fetches from us. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

/** Serves the built bundle: names carry a hash of their content, so browsers may keep them forever. */
export async function serveBundle(app: FastifyInstance, bundleFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: bundleFolder,
    preCompressed: true,
    index: false,
    // Each file gets its own route: nothing else in the folder can be reached by any spelling.
    wildcard: false,
    globIgnore: ['**/*.br', '**/index.html', '**/.vite/**', '.vite/**', '**/*.map'],
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
}
