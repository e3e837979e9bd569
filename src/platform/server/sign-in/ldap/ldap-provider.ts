import { setTimeout as pause } from 'node:timers/promises';
import { checkBases } from '../../ldap/check-bases.ts';
import { checkGroups } from '../../ldap/check-groups.ts';
import { checkPeople } from '../../ldap/check-people.ts';
import { LdapFailure } from '../../ldap/ldap-failure.ts';
import { limitsOfSignIn, oneByOne, withLdap } from '../../ldap/ldap-session.ts';
import { loadPhotoLibrary } from '../../photo/photo.ts';
import { ProviderUnreachable } from '../../session/groups-source.ts';
import { guardAttempt } from '../failures.ts';
import type { Provider, SignInForm } from '../provider.ts';
import { SignInRefusal } from '../sign-in-refusal.ts';
import { checkPassword } from './check-password.ts';
import type { LdapSettings } from './ldap-settings.ts';
import { rereadGroups } from './reread-groups.ts';
import { renderSignInForm } from './sign-in-form.ts';

/** No refusal comes sooner: how long it takes must not reveal whether there is such a person. In milliseconds. */
const soonestRefusal = 300;

/** Sign-in by a form of ours and a bind at the college's directory server (RFC 4513, section 5.1.3). */
export function createLdapProvider(settings: LdapSettings): Provider {
  const action = `/api/auth/providers/${settings.name}/login`;
  return {
    name: settings.name,
    title: settings.title,
    domains: settings.domains,
    hasDirectoryPasswords: true,
    trustedEmail: settings.joinByEmail,
    groups: [...new Set(settings.groups.values())],
    async prepare() {
      await loadPhotoLibrary();
    },
    async check() {
      const { name, server, peopleBase, groupsBase, peopleFilter, groupsFilter, attributes } = settings;
      const people = {
        base: peopleBase,
        filter: peopleFilter,
        attributes: [attributes.email, attributes.key],
      };
      const groups = { base: groupsBase, filter: groupsFilter, nameAttribute: attributes.groupName };
      for (const { urls, at } of oneByOne(server.urls))
        await reached({ name: `${name}${at}` }, () =>
          withLdap({ ...server, urls }, limitsOfSignIn, async (session) => {
            await checkBases(session, { peopleBase, groupsBase });
            await checkPeople(session, people);
            await checkGroups(session, groups, [...settings.groups.keys()]);
          }),
        );
    },
    async start({ services }, { redirect }) {
      const { title } = settings;
      const page = { status: 200, title, action, redirect, username: '', problems: {} };
      return { page: await renderSignInForm(services.pages, page) };
    },
    async submit(visit, form) {
      const typed = typedIn(form);
      const began = performance.now();
      try {
        if (typed.username === '' || isBlank(typed.password)) throw new SignInRefusal('incomplete');
        const { services, context } = visit;
        const attempt = () => reached(settings, () => checkPassword(settings, visit, typed));
        const found = await guardAttempt(services, context, withoutDomain(typed.username), attempt, {
          rule: settings.lockout,
          counts: isOfNoOne,
        });
        return { ...found, state: null, redirect: form.redirect };
      } catch (error) {
        if (error instanceof SignInRefusal)
          await pause(Math.max(0, soonestRefusal - (performance.now() - began)));
        throw error;
      }
    },
    async askAgain({ services }, form, refusal) {
      const { title } = settings;
      const { username, password } = typedIn(form);
      const { status, text } = refusal.page;
      const page = { status, title, action, redirect: form.redirect, username };
      if (refusal.reason === 'credentials')
        return renderSignInForm(services.pages, { ...page, problems: { form: text } });
      if (refusal.reason !== 'incomplete') return null;
      const problems = {
        ...(username === '' ? { username: 'Enter your username.' } : {}),
        ...(isBlank(password) ? { password: 'Enter your password.' } : {}),
      };
      return renderSignInForm(services.pages, { ...page, problems });
    },
    rereadGroups: (request) => reached(settings, () => rereadGroups(settings, request)),
  };
}

function typedIn({ username, password }: SignInForm) {
  return { username: (username ?? '').trim(), password: password ?? '' };
}

/**
 * A bind with a name and without a password succeeds at many servers, as no one (RFC 4513, section 5.1.2), so it never
 * gets there; neither does one that a server may cut down to nothing.
 */
function isBlank(password: string): boolean {
  return password.trim() === '' || password.includes('\0');
}

/** Those of a person are counted by `check-password.ts`. */
function isOfNoOne({ finding }: SignInRefusal): boolean {
  return finding === 'unknown' || finding === 'ambiguous';
}

/** `ida` and `ida@college.edu` are mostly the same person, so they are counted together. */
function withoutDomain(username: string): string {
  return username.split('@')[0] || username;
}

async function reached<T>({ name }: Pick<LdapSettings, 'name'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof LdapFailure ? new ProviderUnreachable(name, error, error.advice) : error;
  }
}
