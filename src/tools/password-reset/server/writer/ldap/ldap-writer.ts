import { AndFilter, Attribute, Change, type Entry, EqualityFilter, FilterParser } from 'ldapts';
import { endOf } from '../../../../../platform/server/ldap/account-state.ts';
import {
  emailOf,
  isGuid,
  keyOf,
  keyValue,
  textOf,
  textsOf,
} from '../../../../../platform/server/ldap/attributes.ts';
import { checkBases } from '../../../../../platform/server/ldap/check-bases.ts';
import { checkPeople } from '../../../../../platform/server/ldap/check-people.ts';
import { LdapFailure, RefusedBind, RefusedChange } from '../../../../../platform/server/ldap/ldap-failure.ts';
import { type LdapSession, type Limits, withLdap } from '../../../../../platform/server/ldap/ldap-session.ts';
import type { LdapServer } from '../../../../../platform/server/settings/ldap-server.ts';
import { canonicalEmail } from '../../facts/canonical.ts';
import { type Account, DirectoryDown, type PasswordWriter, WrongPassword } from '../password-writer.ts';
import { checkRights } from './check-rights.ts';
import { type ProfileName, profiles } from './profiles.ts';
import { changePassword, writePassword } from './set-password.ts';

export interface LdapWriterSettings {
  profile: ProfileName;
  server: LdapServer;
  peopleBase: string;
  peopleFilter: string;
  /** The attribute that has the college email. */
  emailAttribute: string;
  /** The college's email domains, in lower case. */
  domains: readonly string[];
}

const limits: Limits = { seconds: 10, bytes: 1024 * 1024 };

/** Passwords in Active Directory or OpenLDAP, written by an account that may do so. */
export function createLdapWriter(settings: LdapWriterSettings): PasswordWriter {
  const { server, profile } = settings;
  const { key, lock } = profiles[profile];
  const reach = <T>(work: (session: LdapSession) => Promise<T>) =>
    orDown(() => withLdap(server, limits, work));
  const dnOf = async (session: LdapSession, account: Pick<Account, 'key'>): Promise<string> => {
    const [entry] = await search(
      settings,
      session,
      new EqualityFilter({ attribute: key, value: keyValue(key, account.key) }),
    );
    if (entry === undefined) throw new DirectoryDown('ACCOUNT_IS_GONE');
    return entry.dn;
  };
  return {
    find: (email) =>
      reach(async (session) => {
        const found = await search(
          settings,
          session,
          new EqualityFilter({ attribute: settings.emailAttribute, value: email }),
        );
        const [entry] = found;
        return entry === undefined || found.length > 1 ? null : toAccount(settings, entry);
      }),
    write: (account, password) =>
      reach(async (session) => writePassword(session, profile, await dnOf(session, account), password)),
    unlock: (account) =>
      reach(async (session) => {
        const values = profile === 'active-directory' ? ['0'] : [];
        const modification = new Attribute({ type: lock, values });
        await session.modify(await dnOf(session, account), [
          new Change({ operation: 'replace', modification }),
        ]);
      }),
    change: (account, old, fresh) =>
      reach(async (session) => {
        const dn = await dnOf(session, account);
        try {
          await session.bind(dn, old);
        } catch (error) {
          throw error instanceof RefusedBind ? new WrongPassword() : error;
        }
        await changePassword(session, profile, dn, { old, fresh });
      }),
    check: () =>
      reach(async (session) => {
        const { peopleBase, peopleFilter, emailAttribute } = settings;
        await checkBases(session, { peopleBase });
        const attributes = [emailAttribute, key];
        await checkPeople(session, { base: peopleBase, filter: peopleFilter, attributes });
      }),
    ...(profile === 'active-directory'
      ? { checkRights: () => reach((session) => checkRights(session, settings)) }
      : {}),
  };
}

function search(
  { peopleBase, peopleFilter, profile, emailAttribute }: LdapWriterSettings,
  session: LdapSession,
  which: EqualityFilter,
): Promise<Entry[]> {
  const { key, name, stamp, lock, stateAttributes } = profiles[profile];
  return session.search({
    base: peopleBase,
    // What someone typed is sent as separate bytes, so no character in it has a special meaning.
    filter: new AndFilter({ filters: [FilterParser.parseString(peopleFilter), which] }),
    attributes: [...new Set([key, name, stamp, lock, emailAttribute, 'adminCount', ...stateAttributes])],
    binary: [key].filter(isGuid),
    most: 2,
  });
}

function toAccount({ profile, emailAttribute, domains }: LdapWriterSettings, entry: Entry): Account | null {
  const { key, name, stamp, lock } = profiles[profile];
  const found = keyOf(entry, key);
  if (found === '') return null;
  return {
    key: found,
    // Chosen as a sign-in does, so that sessions are found by it.
    email: canonicalEmail(emailOf(entry, emailAttribute, domains)),
    addresses: textsOf(entry, emailAttribute).map(canonicalEmail),
    name: textOf(entry, name),
    isDisabled: endOf(entry) !== null,
    // Active Directory marks members of its administrative groups.
    isProtected: textOf(entry, 'adminCount') === '1',
    isLocked: !['', '0'].includes(textOf(entry, lock)),
    stamp: textOf(entry, stamp) || null,
  };
}

/** Results of a server that answered and won't do it (RFC 4511, appendix A). */
const refusals: ReadonlySet<number | null> = new Set([
  10, // referral: a copy that can't be written
  50, // insufficient access
]);

async function orDown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LdapFailure) {
      const { code, advice, result } = error;
      throw new DirectoryDown(code, { cause: error, isRefusal: refusals.has(result), advice });
    }
    if (error instanceof RefusedChange)
      throw new DirectoryDown(`CHANGE_${error.result}_${error.data}`, { cause: error, isRefusal: true });
    throw error;
  }
}
