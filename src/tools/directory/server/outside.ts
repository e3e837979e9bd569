import { FilterParser } from 'ldapts';
import { checkBases } from '../../../platform/server/ldap/check-bases.ts';
import { checkGroups } from '../../../platform/server/ldap/check-groups.ts';
import { checkPeople } from '../../../platform/server/ldap/check-people.ts';
import {
  type LdapSession,
  limitsOfSignIn,
  oneByOne,
  withLdap,
} from '../../../platform/server/ldap/ldap-session.ts';
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
    const { name, server, people, groups, attributes } = toLdapSource(written, { secret, domains: [] });
    const needed = [attributes.key, attributes.familyName].filter((attribute) => attribute !== undefined);
    const bases = [...people, ...(groups === null ? [] : [groups])].map(({ base }) => [
      `the base ${base}`,
      base,
    ]);
    return oneByOne(server.urls).map(({ urls, at }) => ({
      what: `${name === usualName ? 'directory server' : `directory server "${name}"`}${at}`,
      async check() {
        await withLdap({ ...server, urls }, limitsOfSignIn, async (session) => {
          await checkBases(session, Object.fromEntries(bases));
          for (const { base, filter } of people) {
            await checkPeople(session, { base, filter, attributes: needed });
            await checkPages(session, { base, filter });
          }
          if (groups !== null) await checkGroups(session, groups, [...(groups.names?.keys() ?? [])]);
        });
        return 'it accepts this account and password';
      },
    }));
  });
}

/**
 * Reads a second page of names: OpenLDAP sends 500 entries in all to an account that is not allowed more, and fails after them.
 * @throws LdapFailure
 */
async function checkPages(session: LdapSession, { base, filter }: { base: string; filter: string }) {
  const pages = session.pages({ base, filter: FilterParser.parseString(filter), attributes: ['1.1'] });
  await pages.next();
  await pages.next();
}
