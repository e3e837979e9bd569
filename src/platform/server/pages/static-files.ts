import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const year = 31_536_000;

/** Serves the built bundle: names carry a hash of their content, so browsers may keep them for ever. */
export async function serveBundle(app: FastifyInstance, bundleFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: bundleFolder,
    preCompressed: true,
    index: false,
    // Each file becomes a route of its own: nothing else in the folder can be reached by any spelling.
    wildcard: false,
    globIgnore: ['**/*.br', '**/index.html', '**/.vite/**', '.vite/**', '**/*.map'],
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, file) => {
      const immutable = file.includes('/assets/');
      reply.header(
        'cache-control',
        immutable ? `public, max-age=${year}, immutable` : 'public, max-age=3600',
      );
    },
  });
}
