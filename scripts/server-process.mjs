// How the server's process is started: flags of V8 and of the C library, which cannot be set from inside.
import { fileURLToPath } from 'node:url';

/** The server with its packages in one file, as `build.ts` made it. */
export const serverFile = 'dist/server/server.js';
export const serverSource = 'src/entry/server.ts';

/** Half of V8's default young generation: the portal does little work, and V8 never returns the memory. */
export const serverFlags = ['--max-semi-space-size=8'];

/** The environment of the caller takes precedence. */
export const serverEnvironment = {
  // Without it, Node would strip types and compile at every start, and hold on to the memory that this takes.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../dist/compile-cache', import.meta.url)),
  // Otherwise each V8 thread would keep a C library heap for work that was done long ago.
  MALLOC_ARENA_MAX: '1',
};
