import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { wifiKeysCalls } from '../contract.ts';
import { wifiKeysSettings } from '../settings.ts';
import { wifiKeys } from '../tool.ts';
import { checkPlaceOfKeys, chooseAuthority } from './authority/choose.ts';
import { guestBelongings } from './belongings.ts';
import { createExpiryCheck, createExpiryNotice } from './expiry-notice.ts';
import { createGuestInvitation } from './guest-invitation.ts';
import { wifiControllers } from './outside.ts';
import { createOwnerNotice } from './owner-notice.ts';
import { wifiKeyRoutes } from './routes.ts';
import { wifiKeysSeed } from './seed.ts';
import { createSweep } from './sweep.ts';
import { listExpiring } from './waits.ts';

export const wifiKeysServer = defineServerTool({
  tool: wifiKeys,
  calls: wifiKeysCalls,
  settings: wifiKeysSettings,
  outside: wifiControllers,
  seed: wifiKeysSeed,
  examples: () => import('./examples.ts'),
  checkFiles: ({ environment }, { mistakes }) => checkPlaceOfKeys(environment, mistakes),
  async start(platform, { campus, environment }) {
    const { throttle, log, permissionsOf } = platform;
    const { timeZone } = platform.campus;
    const { noticeDays } = campus;
    const { authority, jobs } = chooseAuthority(platform, environment);
    const sweep = createSweep({ ...platform, authority });
    platform.leavers.thenRun(sweep);
    return {
      routes: wifiKeyRoutes({ authority, throttle, campus, timeZone, log, permissionsOf }),
      jobs: [
        ...jobs,
        createOwnerNotice(platform),
        sweep,
        createExpiryCheck({ ...platform, noticeDays }),
        createExpiryNotice({ ...platform, timeZone }),
        createGuestInvitation({ ...platform, authority, network: campus.network }),
      ],
      belongings: [guestBelongings({ authority, sweep, mostGuests: campus.guests.atOnce })],
      waits: (viewer) => listExpiring(platform.reader, viewer, noticeDays),
    };
  },
});
