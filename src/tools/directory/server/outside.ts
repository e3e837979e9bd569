import { checkBases } from '../../../platform/server/ldap/check-bases.ts';
import { checkGroups } from '../../../platform/server/ldap/check-groups.ts';
import { limitsOfSignIn, oneByOne, withLdap } from '../../../platform/server/ldap/ldap-session.ts';
import type { Settings } from '../../../platform/server/settings/tool-settings.ts';
import type { OutsideSystem } from '../../../platform/server/tool/outside-system.ts';
import { type directorySettings, secretOf } from '../settings.ts';
import { toLdapSource } from './ldap-defaults.ts';
import { usualName } from './ldap-sync-job.ts';

/** The directory servers that are read each hour. */
export function directoryServers({
  campus,
  environment,
}: Settings<typeof directorySettings>): OutsideSystem[] {
  return campus.ldap.flatMap((written) => {
    const secret = environment[secretOf(written)] ?? '';
    const { name, server, people, groups } = toLdapSource(written, { secret, domains: [] });
    const bases = [...people, ...(groups === null ? [] : [groups])].map(({ base }) => [
      `the base ${base}`,
      base,
    ]);
    return oneByOne(server.urls).map(({ urls, at }) => ({
      what: `${name === usualName ? 'directory server' : `directory server "${name}"`}${at}`,
      async check() {
        await withLdap({ ...server, urls }, limitsOfSignIn, async (session) => {
          await checkBases(session, Object.fromEntries(bases));
          if (groups !== null) await checkGroups(session, groups, [...(groups.names?.keys() ?? [])]);
        });
        return 'it accepts this account and password';
      },
    }));
  });
}
