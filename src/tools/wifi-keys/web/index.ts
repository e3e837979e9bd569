import { defineWebTool } from '../../../platform/web/routes/web-tool.ts';
import { wifiKeys } from '../tool.ts';

export const wifiKeysWeb = defineWebTool(wifiKeys, {
  own: () => import('./own-key-screen.tsx'),
  guests: () => import('./guests-screen.tsx'),
  manage: () => import('./keys-screen.tsx'),
});
