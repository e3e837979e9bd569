import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { directoryCalls } from '../contract.ts';
import { directorySettings } from '../settings.ts';
import { directory } from '../tool.ts';
import { accessGroupsOf, toLdapSource } from './ldap-defaults.ts';
import { createLdapSync } from './ldap-sync-job.ts';
import { directoryRoutes } from './routes.ts';
import { directorySeed } from './seed.ts';
import { createSync } from './sync-job.ts';
import { takeAccessBack } from './take-access-back.ts';
import { listHeldBack } from './waits.ts';

export const directoryServer = defineServerTool({
  tool: directory,
  calls: directoryCalls,
  settings: directorySettings,
  accessGroups: ({ campus }) => accessGroupsOf(campus),
  seed: directorySeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus, environment }) {
    const { file, ldap, fields, order = ldap === undefined ? ['csv'] : ['ldap', 'csv'] } = campus;
    const { emailTrusted } = platform;
    const applying = { emailTrusted, precedence: { order, fields } };
    // A source that no longer exists must not go on giving access.
    if (ldap?.groups?.giveAccess !== true) await takeAccessBack(platform);
    const secret = environment.QUAD_DIRECTORY_SECRET ?? '';
    return {
      routes: directoryRoutes({ applying, hasFile: file !== undefined, hasServer: ldap !== undefined }),
      waits: (viewer) => listHeldBack(platform.reader, viewer),
      jobs: [
        ...(file === undefined ? [] : [createSync(platform, file, applying)]),
        ...(ldap === undefined ? [] : [createLdapSync(platform, toLdapSource(ldap, secret), applying)]),
      ],
    };
  },
});
