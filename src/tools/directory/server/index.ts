import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { directoryCalls } from '../contract.ts';
import { directorySettings } from '../settings.ts';
import { directory } from '../tool.ts';
import { directoryRoutes } from './routes.ts';
import { directorySeed } from './seed.ts';
import { createSync } from './sync-job.ts';
import { listHeldBack } from './waits.ts';

export const directoryServer = defineServerTool({
  tool: directory,
  calls: directoryCalls,
  settings: directorySettings,
  seed: directorySeed,
  examples: () => import('./examples.ts'),
  start: async (platform, { campus }) => ({
    routes: directoryRoutes({ emailTrusted: platform.emailTrusted, hasFile: campus.file !== undefined }),
    waits: (viewer) => listHeldBack(platform.reader, viewer),
    jobs: campus.file === undefined ? [] : [createSync(platform, campus.file)],
  }),
});
