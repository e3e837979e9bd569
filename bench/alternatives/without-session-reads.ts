// `node --import` of this file starts a Quad whose requests do not share the statement that reads their
// sessions.
import { registerHooks } from 'node:module';

const alone = new URL('session-reads-alone.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    return specifier.endsWith('/session-reads.ts')
      ? { url: alone, shortCircuit: true }
      : next(specifier, context);
  },
});
