import { expect, onTestFinished, test } from 'vitest';
import { ScriptedServer } from '../../../platform/server/ldap/testing/scripted-server.ts';
import { json, ScriptedHttp } from '../../../platform/server/testing/scripted-http.ts';
import { tryOutside } from '../../../platform/server/testing/try-outside.ts';
import { passwordResetServer } from './index.ts';

const base = 'ou=people,dc=sawtooth,dc=example';
const service = 'cn=resets,dc=sawtooth,dc=example';

async function startHttp(answer: ScriptedHttp['answer']) {
  const http = new ScriptedHttp();
  const url = await http.open();
  onTestFinished(() => http.close());
  http.answer = answer;
  return { http, url };
}

test('the check of the settings signs in to the directory that keeps passwords', async () => {
  const ldap = new ScriptedServer();
  await ldap.open();
  onTestFinished(() => ldap.close());
  ldap.passwords.set(service, 'resets');
  ldap.add(base, { objectClass: ['organizationalUnit'] });
  ldap.add(`uid=ida,${base}`, {
    objectClass: ['inetOrgPerson'],
    mail: ['ida@sawtooth.example'],
    entryUUID: ['1'],
  });
  const address = { kind: 'ldap', profile: 'openldap', url: `ldap://127.0.0.1:${ldap.port}` };
  const directory = { ...address, bindDn: service, peopleBase: base };
  const look = (secret: string, changed: object = {}) =>
    tryOutside(passwordResetServer, {
      written: { directory: { ...directory, ...changed } },
      variables: { QUAD_PASSWORD_RESET_SECRET: secret },
    });
  expect(await look('resets')).toEqual([
    'directory of the password reset: it accepts this account and password; only a reset shows whether it may write passwords',
  ]);
  expect(await look('zzwrongzz')).toEqual([
    expect.stringMatching(
      /^FAILED directory of the password reset: .*Check bindDn, and whether its password is right/,
    ),
  ]);
  const [works, broken] = [address.url, 'ldap://127.0.0.1:1'];
  expect(await look('resets', { url: [works, broken] })).toEqual([
    `directory of the password reset, ${works}: it accepts this account and password; only a reset shows whether it may write passwords`,
    expect.stringContaining(`FAILED directory of the password reset, ${broken}: `),
  ]);
  // A server says nothing about an attribute that it doesn't have: everyone would wait for a link that never comes.
  for (const [changed, missing] of [
    [{ emailAttribute: 'email' }, '(objectClass=inetOrgPerson) and has email and entryUUID'],
    [{ profile: 'active-directory' }, '(objectClass=user)) and has mail and objectGUID'],
    [{ peopleFilter: '(employeeType=staff)' }, '(employeeType=staff) and has mail and entryUUID'],
  ] as const)
    expect(await look('resets', changed)).toEqual([expect.stringContaining(missing)]);
});

test('the check of the settings finds out whether the account in Active Directory may write what a reset writes', async () => {
  const ldap = new ScriptedServer();
  await ldap.open();
  onTestFinished(() => ldap.close());
  ldap.passwords.set(service, 'resets');
  ldap.add(base, { objectClass: ['organizationalUnit'] });
  const ida = `cn=Ida,${base}`;
  ldap.add(ida, {
    ...{ objectClass: ['user'], objectCategory: ['person'], mail: ['ida@sawtooth.example'] },
    ...{ objectGUID: [Buffer.alloc(16)], allowedAttributesEffective: ['description'] },
  });
  const directory = { kind: 'ldap', profile: 'active-directory', bindDn: service, peopleBase: base };
  const look = () =>
    tryOutside(passwordResetServer, {
      written: { directory: { ...directory, url: `ldap://127.0.0.1:${ldap.port}` } },
      variables: { QUAD_PASSWORD_RESET_SECRET: 'resets' },
    });
  expect(await look()).toEqual([expect.stringMatching(/^FAILED .* may not write lockoutTime of anyone/)]);
  ldap.change(ida, { allowedAttributesEffective: ['lockoutTime'] });
  expect(await look()).toEqual([expect.stringMatching(/^directory of the password reset: it accepts/)]);
});

test('the check of the settings signs in to Entra ID', async () => {
  const { http, url } = await startHttp(json(401, { error: 'invalid_client' }));
  const address = { graphUrl: url, loginUrl: url };
  const written = { directory: { kind: 'entra', tenantId: 'ours', clientId: 'quad', ...address } };
  const look = () =>
    tryOutside(passwordResetServer, { written, variables: { QUAD_PASSWORD_RESET_SECRET: 'zzsecretzz' } });
  const failed = "FAILED directory of the password reset: The directory can't be used";
  expect(await look()).toEqual([
    `${failed} (TOKEN_401). Check tenantId, clientId, and QUAD_PASSWORD_RESET_SECRET.`,
  ]);
  const token = json(200, { access_token: 'a token', expires_in: 3_599 });
  let users = json(403, {});
  http.answer = (...given) => (given[1].request.method === 'POST' ? token : users)(...given);
  expect(await look()).toEqual([
    `${failed} (GRAPH_403). Check the permissions of the application in Entra ID.`,
  ]);
  users = json(200, { value: [] });
  expect(await look()).toEqual([
    'directory of the password reset: it accepts this account and password; only a reset shows whether it may write passwords',
  ]);
});

test('the check of the settings tries the secret of a captcha service with a made-up answer', async () => {
  const { http, url } = await startHttp(
    json(200, { success: false, 'error-codes': ['invalid-input-response'] }),
  );
  const written = { captcha: { kind: 'turnstile', siteKey: 'our-site-key', verifyUrl: url } };
  const look = () =>
    tryOutside(passwordResetServer, { written, variables: { QUAD_CAPTCHA_SECRET: 'zzsecretzz' } });
  expect(await look()).toEqual(['captcha service: it accepts this secret']);
  http.answer = json(200, {
    success: false,
    'error-codes': ['invalid-input-response', 'invalid-input-secret'],
  });
  expect(await look()).toEqual([
    'FAILED captcha service: The captcha service refused the request: invalid-input-response, invalid-input-secret. Check captcha in password-reset.yaml and QUAD_CAPTCHA_SECRET.',
  ]);
});

test('the check of the settings asks the list of breached passwords for a range', async () => {
  const { http, url } = await startHttp((response) => response.end(`${'0'.repeat(35)}:3\r\n`));
  const look = () => tryOutside(passwordResetServer, { written: { breachedPasswords: { url } } });
  expect(await look()).toEqual(['list of breached passwords: it answers']);
  http.answer = (response) => response.end('<html>');
  expect(await look()).toEqual([
    'FAILED list of breached passwords: It did not answer with a range. Check url of breachedPasswords.',
  ]);
});
