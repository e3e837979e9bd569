import { createAltcha } from '../../../platform/server/captcha/altcha.ts';
import type { Captcha } from '../../../platform/server/captcha/captcha.ts';
import { createOutsideCaptcha } from '../../../platform/server/captcha/outside.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import type { ResetCampus, ResetEnvironment } from '../settings.ts';

/** Our own, unless the college has chosen a service. */
export function chooseCaptcha(
  platform: Platform,
  chosen: ResetCampus['captcha'],
  { QUAD_CAPTCHA_SECRET: secret = '' }: ResetEnvironment,
): Captcha {
  if (chosen.kind === 'altcha') return createAltcha(platform, chosen);
  const { hostname } = new URL(platform.publicUrl);
  return createOutsideCaptcha(platform, { ...chosen, secret, hostname });
}
