import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { passwordResetCalls } from '../contract.ts';
import { passwordResetSettings } from '../settings.ts';
import { passwordReset } from '../tool.ts';
import { createSendLink } from './attempt/send-link.ts';
import { chooseCaptcha } from './choose-captcha.ts';
import { watchHealth } from './health.ts';
import { askRange } from './link/breached.ts';
import { createSettle } from './link/finish.ts';
import { createNotice } from './link/notice.ts';
import { createExclusionCheck, createExclusionNotice } from './manage/exclusion-notice.ts';
import { createRetention } from './manage/retention.ts';
import { outsideOfReset } from './outside.ts';
import { protectedGroupsOf } from './protected-groups.ts';
import type { Reset } from './reset.ts';
import { passwordResetRoutes } from './routes.ts';
import { passwordResetSeed } from './seed.ts';
import { listMissingFacts } from './waits.ts';
import { chooseWriter } from './writer/choose.ts';

export const passwordResetServer = defineServerTool({
  tool: passwordReset,
  calls: passwordResetCalls,
  settings: passwordResetSettings,
  outside: outsideOfReset,
  seed: passwordResetSeed,
  examples: () => import('./examples.ts'),
  // A link from the time of the backup must not work again.
  endsAtRestore: ['reset_links'],
  async start(platform, { campus: written, environment }) {
    const { secrets, log, throttle, sessions, permissionsOf } = platform;
    const campus = { ...written, protectedGroups: protectedGroupsOf(platform, written) };
    const writer = chooseWriter(platform, campus, environment);
    const health = watchHealth({ ...platform, writer });
    const captcha = chooseCaptcha(platform, campus.captcha, environment);
    const reset: Reset = {
      campus,
      writer,
      health,
      captcha,
      isBreached: campus.breachedPasswords === undefined ? null : askRange(campus.breachedPasswords, log),
      throttle,
      changeAs: platform.change.changeAs,
      sessions,
      permissionsOf,
      directoryProviders: platform.directoryProviders,
      secrets,
      publicUrl: platform.publicUrl,
      timeZone: platform.campus.timeZone,
      domains: platform.campus.domains,
      log,
    };
    const started = new Date();
    return {
      routes: passwordResetRoutes(reset),
      waits: (viewer) => listMissingFacts(reset, platform.reader, viewer, started),
      jobs: [
        createSendLink(platform, reset),
        createSettle(platform, reset),
        createNotice(platform),
        createRetention(platform, campus.keepDays),
        createExclusionCheck(platform),
        createExclusionNotice(platform),
      ],
      pageSources:
        captcha.sources === undefined ? {} : { [passwordReset.screens.form.path]: captcha.sources },
      passwordPage: writer?.change === undefined ? undefined : passwordReset.screens.own.path,
      // If there is nowhere to write passwords, no one is sent here.
      signInHelp:
        writer === null ? [] : [{ title: 'Forgot your password?', path: passwordReset.screens.form.path }],
      stop: async () => health.stop(),
    };
  },
});
