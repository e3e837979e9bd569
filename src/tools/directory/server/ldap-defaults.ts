import type { LdapSource } from '../../../platform/server/directory/ldap-source.ts';
import { groupKey } from '../../../platform/server/ldap/attributes.ts';
import { kinds } from '../../../platform/server/ldap/kinds.ts';
import { readServer } from '../../../platform/server/settings/ldap-server.ts';
import { type SettingMistake, SettingsError } from '../../../platform/server/settings/mistakes.ts';
import type { WrittenLdap } from '../settings.ts';

const common = {
  email: 'mail',
  givenName: 'givenName',
  familyName: 'sn',
  title: 'title',
  departmentCode: 'departmentNumber',
  phone: 'telephoneNumber',
  fax: 'facsimileTelephoneNumber',
  mailbox: 'postOfficeBox',
};

/** Unless `directory.yaml` says otherwise. */
const defaults = {
  'active-directory': { ...common, key: 'employeeID', department: 'department' },
  openldap: { ...common, key: 'employeeNumber', department: 'ou' },
};

/**
 * The directory server that `directory.yaml` describes.
 * @param domains The college's email domains, in lower case
 * @throws SettingsError
 */
export function toLdapSource(
  written: WrittenLdap,
  { secret, domains }: { secret: string; domains: readonly string[] },
): LdapSource {
  const kind = kinds[written.profile];
  const usual = { ...defaults[written.profile], accountName: kind.accountName };
  const mistakes: SettingMistake[] = [];
  const server = readServer(written, secret, { where: 'directory.yaml, ldap', mistakes });
  if (server === null) throw new SettingsError(mistakes);
  const given = Object.entries(written.attributes).filter(
    ([field, attribute]) => attribute !== undefined && field !== 'photo',
  );
  return {
    server,
    people: written.people.map(({ base, filter = kind.peopleFilter, kind: what }) => ({
      base,
      filter,
      kind: what,
    })),
    name: written.name,
    domains,
    attributes: { ...usual, ...Object.fromEntries(given) },
    groups:
      written.groups === undefined
        ? null
        : {
            base: written.groups.base,
            filter: kind.groupsFilter,
            nameAttribute: kind.groupName,
            names: namesOf(written.groups.names),
            giveAccess: written.groups.giveAccess,
            hasPrimary: kind.hasPrimaryGroups,
          },
    stateAttributes: kind.stateAttributes,
  };
}

/** Groups that the college lets directory servers put people in, by our names. */
export function accessGroupsOf(servers: readonly WrittenLdap[]): string[] {
  return servers.flatMap(({ groups }) =>
    groups?.giveAccess === true ? [...(namesOf(groups.names)?.values() ?? [])] : [],
  );
}

function namesOf(written: NonNullable<WrittenLdap['groups']>['names']): ReadonlyMap<string, string> | null {
  if (written === undefined) return null;
  const pairs = Array.isArray(written)
    ? written.map((name) => [name, name] as const)
    : Object.entries(written);
  return new Map(pairs.map(([theirs, ours]) => [groupKey(theirs), ours]));
}
