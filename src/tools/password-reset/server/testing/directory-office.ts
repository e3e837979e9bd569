import { expect } from 'vitest';
import { ScriptedServer } from '../../../../platform/server/ldap/testing/scripted-server.ts';
import type { TestClient } from '../../../../platform/server/testing/test-client.ts';
import * as calls from '../../contract.ts';
import { issueLink } from '../link/issue.ts';
import { createLdapWriter } from '../writer/ldap/ldap-writer.ts';
import { openOffice, suna } from './reset-office.ts';

export const base = 'ou=people,dc=sawtooth,dc=example';
const service = 'cn=resets,dc=sawtooth,dc=example';
export const body = { current: 'the current password', password: 'harbor violet staircase' };

/** A portal in which people sign in with a directory server, and reset the passwords that it keeps. */
export async function openDirectoryOffice() {
  const directory = new ScriptedServer();
  await directory.open();
  directory.passwords.set(service, 'resets');
  directory.add(base, { ou: ['people'] });
  const settings = {
    ...{ kind: 'ldap', profile: 'openldap', url: `ldap://127.0.0.1:${directory.port}` },
    ...{ bindDn: service, peopleBase: base },
  };
  const provider = {
    ...{ ...settings, name: 'campus', title: 'College account', bindPassword: '$QUAD_PASSWORD_RESET_SECRET' },
    ...{ groupsBase: base, groups: ['Domain-Student'] },
  };
  const office = await openOffice({
    settings: { directory: settings },
    provider,
    people: [suna],
    variables: { QUAD_PASSWORD_RESET_SECRET: 'resets' },
  });

  function add(uid: string, mail: string[], attributes: Record<string, string[]> = {}): void {
    const named = { objectClass: ['inetOrgPerson'], uid: [uid], cn: [uid], entryUUID: [`key of ${uid}`] };
    directory.add(`uid=${uid},${base}`, { ...named, mail, ...attributes });
  }

  /** Two sessions of the same person. */
  async function signInTwice(uid: string): Promise<[TestClient, TestClient]> {
    directory.passwords.set(`uid=${uid},${base}`, body.current);
    const browsers: [TestClient, TestClient] = [office.visitor(), office.visitor()];
    for (const browser of browsers) {
      const signedIn = await browser.fetch('POST', '/api/auth/providers/campus/login', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ username: uid, password: body.current }).toString(),
      });
      expect(signedIn.status).toBe(303);
    }
    return browsers;
  }

  async function findAccount(email: string) {
    const writer = createLdapWriter({
      ...{ profile: 'openldap', peopleBase: base, peopleFilter: '(uid=*)', emailAttribute: 'mail' },
      domains: ['sawtooth.example'],
      server: {
        urls: [`ldap://127.0.0.1:${directory.port}`],
        ...{ startTls: false, ca: undefined, bindDn: service, bindPassword: 'resets' },
      },
    });
    const account = await writer.find(email);
    if (account === null) throw new Error('There is no account.');
    return { writer, account };
  }

  function issue(account: Awaited<ReturnType<typeof findAccount>>['account']) {
    return office.server.quad.platform.change.changeAsSystem('test')((unit) =>
      issueLink(unit, { account, attemptId: null }),
    );
  }

  /** Sets a new password with a link, which the directory answers with a result code. */
  async function followLink(token: string, result: number) {
    directory.passwordResult = result;
    const set = await office.visitor().send(calls.setPassword, { body: { token, password: body.password } });
    directory.passwordResult = null;
    return set;
  }

  async function stop() {
    await office.stop();
    await directory.close();
  }

  return { directory, office, add, signInTwice, findAccount, issue, followLink, stop };
}
