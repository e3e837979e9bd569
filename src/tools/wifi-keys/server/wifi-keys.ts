import type { FastifyBaseLogger } from 'fastify';
import type { Throttle } from '../../../platform/server/throttle/throttle.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import type { WifiCampus } from '../settings.ts';
import type { KeyAuthority } from './authority/key-authority.ts';

/** What the operations of this tool share. */
export interface WifiKeys {
  authority: KeyAuthority;
  throttle: Throttle;
  campus: WifiCampus;
  timeZone: string;
  log: FastifyBaseLogger;
  permissionsOf: Platform['permissionsOf'];
}
