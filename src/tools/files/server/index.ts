import { createTotals } from '../../../platform/server/list/totals.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { filesCalls } from '../contract.ts';
import { filesSettings } from '../settings.ts';
import { files } from '../tool.ts';
import { fileBelongings } from './belongings.ts';
import type { FileServices } from './files.ts';
import { filesFinds } from './finds.ts';
import { createRetention } from './retention.ts';
import { fileRoutes } from './routes.ts';
import { filesSeed } from './seed.ts';

export const filesServer = defineServerTool({
  tool: files,
  calls: filesCalls,
  settings: filesSettings,
  seed: filesSeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus }) {
    const { timeZone } = platform.campus;
    const services: FileServices = {
      ...campus,
      stored: platform.files,
      totals: createTotals(),
      knownGroups: platform.knownGroups,
      timeZone,
    };
    return {
      routes: fileRoutes(services),
      finds: filesFinds(platform.reader, timeZone),
      belongings: [fileBelongings(timeZone)],
      jobs: [createRetention({ ...platform, files: services })],
    };
  },
});
