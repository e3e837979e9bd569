// `node --import` of this file starts a Quad whose requests each run their own statement to read the session.
import { registerHooks } from 'node:module';

const alone = new URL('session-reads-alone.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    return specifier.endsWith('/session-reads.ts')
      ? { url: alone, shortCircuit: true }
      : next(specifier, context);
  },
});
