import type { FastifyBaseLogger } from 'fastify';
import type { Captcha } from '../../../platform/server/captcha/captcha.ts';
import type { ChangeService } from '../../../platform/server/change/change.ts';
import type { Secrets } from '../../../platform/server/secrets/secrets.ts';
import type { Sessions } from '../../../platform/server/session/sessions.ts';
import type { Throttle } from '../../../platform/server/throttle/throttle.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import type { ResetCampus } from '../settings.ts';
import type { ResetHealth } from './health.ts';
import type { IsBreached } from './link/breached.ts';
import type { PasswordWriter } from './writer/password-writer.ts';

/** What the operations of this tool share. */
export interface Reset {
  campus: ResetCampus;
  /** `null`: there is nowhere to write passwords, so the tool is off. */
  writer: PasswordWriter | null;
  health: ResetHealth;
  captcha: Captcha;
  /** `null`: the college uses no list. */
  isBreached: IsBreached | null;
  throttle: Throttle;
  /** For an entry that stays when the call is refused. */
  changeAs: ChangeService['changeAs'];
  sessions: Sessions;
  permissionsOf: Platform['permissionsOf'];
  /** Names of the sign-in providers whose passwords are the directory's. */
  directoryProviders: readonly string[];
  secrets: Secrets;
  publicUrl: string;
  timeZone: string;
  /** The college's email domains, in lower case. */
  domains: readonly string[];
  log: FastifyBaseLogger;
}
