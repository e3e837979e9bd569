import type { FastifyInstance } from 'fastify';

export interface MountedRoute {
  readonly method: string;
  readonly path: string;
}

/** Every route that the application really has, read from its own tree, however it was added. */
export function mountedRoutes(app: FastifyInstance): MountedRoute[] {
  const trail: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indentation = '', part = '', methods = ''] =
        /^((?:[│ ] {3})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      trail.splice(indentation.length / 4, Infinity, part);
      const path = trail.join('');
      return methods === '' ? [] : methods.split(', ').map((method) => ({ method, path }));
    });
}
