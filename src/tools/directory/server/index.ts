import type { Job } from '../../../platform/server/jobs/job.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { directoryCalls } from '../contract.ts';
import { directorySettings, secretOf } from '../settings.ts';
import { directory } from '../tool.ts';
import { createHeldBackNotice } from './held-back-notice.ts';
import { accessGroupsOf, toLdapSource } from './ldap-defaults.ts';
import { createLdapSync } from './ldap-sync-job.ts';
import { directoryServers } from './outside.ts';
import { createPhotoSync, followFirstReading } from './photos-job.ts';
import { directoryRoutes } from './routes.ts';
import { directorySeed } from './seed.ts';
import { studentFinds } from './students.ts';
import { createSync } from './sync-job.ts';
import { takeAccessBack } from './take-access-back.ts';
import { listHeldBack } from './waits.ts';

export const directoryServer = defineServerTool({
  tool: directory,
  calls: directoryCalls,
  settings: directorySettings,
  accessGroups: ({ campus }) => accessGroupsOf(campus.ldap),
  outside: directoryServers,
  seed: directorySeed,
  examples: () => import('./examples.ts'),
  async start(platform, { campus, environment }) {
    const { file, ldap: written, fields } = campus;
    const servers = written.map(({ name }) => name);
    const { order = [...servers, 'csv'] } = campus;
    const givesAccess = written.filter(({ groups }) => groups?.giveAccess === true).map(({ name }) => name);
    const { emailTrusted, leavers, secrets } = platform;
    await takeAccessBack(platform, givesAccess);
    const { domains } = platform.campus;
    const passwords = written.map((server) => environment[secretOf(server)] ?? '');
    const sources = written.map((server, at) =>
      toLdapSource(server, { secret: passwords[at] ?? '', domains }),
    );
    const photos = sources.flatMap((source, at) => {
      const attribute = written[at]?.attributes.photo;
      return attribute === undefined ? [] : [{ source, attribute }];
    });
    const precedence = { order, fields, givesAccess };
    const applying = { emailTrusted, leavers, precedence, follow: followFirstReading(photos) };
    /** Keyed, since a password is among the settings: a corrected one is a reason to read again, too. */
    const readsAtOnce = (job: Job, settings: readonly unknown[]): Job => {
      const all = JSON.stringify([...settings, precedence]);
      return { ...job, settingsHash: secrets.keyedHash('directory settings', all).toString('base64url') };
    };
    return {
      routes: directoryRoutes({ applying, hasFile: file !== undefined, servers }),
      finds: studentFinds(platform.reader),
      waits: (viewer) => listHeldBack(platform.reader, viewer),
      jobs: [
        ...(file === undefined ? [] : [readsAtOnce(createSync(platform, file, applying), [file])]),
        ...sources.map((source, at) =>
          readsAtOnce(createLdapSync(platform, source, applying), [written[at], passwords[at]]),
        ),
        createHeldBackNotice(platform),
        ...(photos.length === 0
          ? []
          : [readsAtOnce(createPhotoSync(platform, photos), [written, passwords])]),
      ],
    };
  },
});
