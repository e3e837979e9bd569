// How the server's process is started. These are flags of V8 and of the C library, which cannot be set from within.
import { fileURLToPath } from 'node:url';

/** The file that runs: the server with its packages in one file, as `build.ts` made it; for who develops its sources. */
export const serverFile = 'dist/server/server.js';
export const serverSource = 'src/entry/server.ts';

/** Half of the young generation that V8 would take: the portal works little, and what V8 once had it keeps. */
export const serverFlags = ['--max-semi-space-size=8'];

/** Whoever starts the server may say otherwise. */
export const serverEnvironment = {
  // Without it Node would remove the types and compile again at every start, and keep in memory what it takes to do so.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../dist/compile-cache', import.meta.url)),
  // The threads of V8 would otherwise each keep a heap of the C library, for work that is long done.
  MALLOC_ARENA_MAX: '1',
};
