import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { wifiKeysCalls } from '../contract.ts';
import { wifiKeysSettings } from '../settings.ts';
import { wifiKeys } from '../tool.ts';
import { createEmbeddedAuthority } from './authority/embedded.ts';
import { wifiKeyRoutes } from './routes.ts';

export const wifiKeysServer = defineServerTool({
  tool: wifiKeys,
  calls: wifiKeysCalls,
  settings: wifiKeysSettings,
  examples: () => import('./examples.ts'),
  async start({ secrets, throttle, log, campus: { timeZone } }, { campus }) {
    const authority = createEmbeddedAuthority(secrets);
    return { routes: wifiKeyRoutes({ authority, throttle, campus, timeZone, log }) };
  },
});
