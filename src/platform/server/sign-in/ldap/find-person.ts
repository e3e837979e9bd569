import { AndFilter, type Entry, EqualityFilter, type Filter, FilterParser, OrFilter } from 'ldapts';
import { emailOf, isGuid, keyOf, keyValue, textOf } from '../../ldap/attributes.ts';
import type { LdapSession } from '../../ldap/ldap-session.ts';
import { primaryGroupAttributes, sidAttribute } from '../../ldap/primary-group.ts';
import type { Profile } from '../provider.ts';
import type { LdapSettings } from './ldap-settings.ts';

/** A person as the directory server has them. */
export interface FoundPerson {
  entry: Entry;
  dn: string;
  /** Stays when the person is renamed or moved. */
  key: string;
}

/** People's names are short; anything longer is not a name. */
const longestName = 256;

/**
 * Finds the person who typed this name. A value never becomes part of a filter's text: it is sent as separate bytes
 * (RFC 4511, section 4.5.1.7), so no character in it has a special meaning.
 * @returns `unknown` or `ambiguous` when it is not exactly one
 * @throws LdapFailure
 */
export async function findByName(
  settings: LdapSettings,
  session: LdapSession,
  typed: string,
): Promise<FoundPerson | 'unknown' | 'ambiguous'> {
  if (typed === '' || typed.length > longestName || /\p{Cc}/u.test(typed)) return 'unknown';
  const named = settings.signInWith.map((attribute) => new EqualityFilter({ attribute, value: typed }));
  return findOne(settings, session, new OrFilter({ filters: named }));
}

/** Finds a person who signed in before. @throws LdapFailure */
export async function findByKey(
  settings: LdapSettings,
  session: LdapSession,
  key: string,
): Promise<FoundPerson | 'unknown' | 'ambiguous'> {
  const attribute = settings.attributes.key;
  return findOne(settings, session, new EqualityFilter({ attribute, value: keyValue(attribute, key) }));
}

async function findOne(settings: LdapSettings, session: LdapSession, which: Filter) {
  const { attributes, directoryKey, stateAttributes, stamp, lock, hasPrimaryGroups } = settings;
  const { key, email, name, givenName, familyName } = attributes;
  const people = FilterParser.parseString(settings.peopleFilter);
  const found = await session.search({
    base: settings.peopleBase,
    filter: new AndFilter({ filters: [people, which] }),
    attributes: [
      ...new Set([key, email, name, givenName, familyName, 'uid', stamp, lock, ...stateAttributes]),
      ...(directoryKey === undefined ? [] : [directoryKey]),
      ...(hasPrimaryGroups ? primaryGroupAttributes : []),
    ],
    binary: [...[key, directoryKey ?? key].filter(isGuid), sidAttribute],
    most: 2,
  });
  const [entry] = found;
  if (entry === undefined) return 'unknown';
  const person = { entry, dn: entry.dn, key: keyOf(entry, key) };
  return found.length > 1 || person.key === '' ? 'ambiguous' : person;
}

/** What the directory says about the person. */
export function profileOf(
  settings: LdapSettings,
  { entry, key }: FoundPerson,
  groups: readonly string[],
): Profile {
  const { attributes, directoryKey, domains } = settings;
  return {
    subject: key,
    email: emailOf(entry, attributes.email, domains),
    // It is the college's own directory; who may write the attribute is the college's to decide.
    emailVerified: true,
    name: textOf(entry, attributes.name),
    givenName: textOf(entry, attributes.givenName),
    familyName: textOf(entry, attributes.familyName),
    directoryKey: directoryKey === undefined ? undefined : keyOf(entry, directoryKey),
    groups,
  };
}
