import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import type { Bundle } from '../src/platform/server/assembly/bundle.ts';
import { moveInlineScripts } from './inline-scripts.ts';

const root = path.resolve(import.meta.dirname, '..');
const page = path.join(root, 'src/entry/web/index.html');
/** How the page names the packages. A browser at another address than the page's own would look elsewhere. */
const packages = '../../../node_modules/';

/** The screens directly from their sources: Vite serves the modules and reloads the page after every edit. */
export function createDevScreens(): Bundle {
  let template = '';
  return {
    template: () => template,
    preload: () => [],
    async serve(app) {
      const vite = await startVite(app);
      const inline = new Map<string, string>();
      const read = async () => {
        const source = readFileSync(page, 'utf8').replaceAll(
          packages,
          `/@fs${path.join(root, 'node_modules/')}`,
        );
        const html = await vite.transformIndexHtml('/index.html', source);
        const moved = moveInlineScripts(html);
        for (const [address, code] of moved.scripts) inline.set(address, code);
        template = moved.html;
      };
      await read();
      vite.watcher.on('change', (file) => {
        if (file === page) void read();
      });
      app.addHook('onRequest', (request, reply, done) => {
        const code = inline.get(request.raw.url ?? '');
        if (code !== undefined) reply.type('text/javascript; charset=utf-8').send(code);
        // What Vite serves itself never comes back; everything else goes on to our own routes.
        else vite.middlewares(request.raw, reply.raw, () => done());
      });
      app.addHook('onClose', () => vite.close());
    },
  };
}

/** The reload socket shares our port: another one would be a foreign origin for the Content Security Policy. */
function startVite(app: FastifyInstance): Promise<ViteDevServer> {
  return createServer({
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
}
