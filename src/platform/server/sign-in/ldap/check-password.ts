import { PasswordPolicyControl, PresenceFilter } from 'ldapts';
import { endOf } from '../../ldap/account-state.ts';
import { bytesOf, textOf } from '../../ldap/attributes.ts';
import { RefusedBind } from '../../ldap/ldap-failure.ts';
import { type LdapSession, limitsOfSignIn, withLdap } from '../../ldap/ldap-session.ts';
import type { Arrival, Visit } from '../provider.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { type BindFinding, findingOfBind, findingOfPolicy } from './bind-outcome.ts';
import { type FoundPerson, findByName, profileOf } from './find-person.ts';
import { groupsOf } from './groups-of.ts';
import type { LdapSettings } from './ldap-settings.ts';

interface Typed {
  username: string;
  password: string;
}

/**
 * Finds the person by name, and proves the password by a bind as that person.
 * @throws SignInRefusal, LdapFailure
 */
export function checkPassword(
  settings: LdapSettings,
  { context, services }: Visit,
  { username, password }: Typed,
): Promise<Pick<Arrival, 'profile' | 'photo'>> {
  return withLdap(settings.server, limitsOfSignIn, async (session) => {
    const person = await findByName(settings, session, username);
    if (typeof person === 'string') throw refused(person);
    // Read now, since the connection belongs to the person after the bind.
    const groups = await groupsOf(settings, session, person, context.log);
    await proveOnce(settings, services, person, () => provePassword(session, person, password));
    const photo = await readPhoto(settings, session, person);
    return { profile: profileOf(settings, person, groups), photo: async () => photo };
  });
}

/**
 * Counts the attempt before it is made, by the person and not by what was typed: neither another spelling of the name
 * nor many attempts at the same moment reach the directory's own lockout. One that succeeds does not count. A new
 * password, or the end of a lockout, starts over: who forgot theirs has used up the attempts by the time it is reset.
 */
async function proveOnce(
  { name, lockout, stamp, lock }: LdapSettings,
  { secrets, throttle }: Visit['services'],
  person: FoundPerson,
  prove: () => Promise<void>,
): Promise<void> {
  const since = [stamp, lock].map((attribute) => textOf(person.entry, attribute));
  const hash = secrets.keyedHash('throttle', [name, person.key, ...since].join('\n')).toString('base64url');
  const counter = `sign-in bind:${hash}`;
  const { allowed, retryAfterSeconds, giveBack } = await throttle.take(counter, lockout);
  if (!allowed) throw new SignInRefusal('too-many', { retryAfterSeconds });
  try {
    await prove();
  } catch (error) {
    if (!(error instanceof SignInRefusal)) await giveBack();
    throw error;
  }
  await giveBack();
}

async function provePassword(
  session: LdapSession,
  { dn, entry }: FoundPerson,
  password: string,
): Promise<void> {
  const policy = new PasswordPolicyControl();
  try {
    await session.bind(dn, password, [policy]);
  } catch (error) {
    throw error instanceof RefusedBind ? refused(findingOfBind(error, policy.value?.error, entry)) : error;
  }
  const finding = findingOfPolicy(policy.value?.error) ?? endOf(entry);
  if (finding !== null) throw refused(finding);
}

function refused(finding: BindFinding): SignInRefusal {
  return new SignInRefusal('credentials', { finding });
}

/** The photo is a nicety: whatever goes wrong, the sign-in continues with the current one. */
async function readPhoto(
  { attributes }: LdapSettings,
  session: LdapSession,
  { dn }: FoundPerson,
): Promise<Buffer | null | undefined> {
  try {
    const [entry] = await session.search({
      base: dn,
      scope: 'base',
      filter: new PresenceFilter({ attribute: 'objectClass' }),
      attributes: [attributes.photo],
      binary: [attributes.photo],
      most: 1,
    });
    return entry === undefined ? undefined : bytesOf(entry, attributes.photo);
  } catch {
    return undefined;
  }
}
