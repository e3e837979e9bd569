import { describe, expect, it } from 'vitest';
import type { Campus } from '../settings/campus.ts';
import { readEnvironment } from '../settings/environment.ts';
import { SettingsError } from '../settings/mistakes.ts';
import { readProviders } from './read-providers.ts';

const secret = { QUAD_SECRET: 'a secret that is long enough for production' };
const oidc = {
  name: 'college',
  kind: 'oidc',
  title: 'College account',
  issuer: 'https://login.college.edu/',
  clientId: 'quad',
  clientSecret: '$QUAD_OIDC_SECRET',
  groups: { guid: 'Domain-IT' },
};

function read(providers: Record<string, unknown>[], variables: Record<string, string> = {}) {
  const campus = { domains: ['college.edu'], providers } as unknown as Campus;
  return readProviders(campus, readEnvironment(variables, '/srv/quad'), variables);
}

function mistakes(providers: Record<string, unknown>[], variables: Record<string, string> = {}): string {
  try {
    read(providers, variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
}

it('the account menu leads to where people change their password, whatever the kind of their provider', () => {
  const passwordUrl = 'https://password.college.edu/';
  const [college] = read([{ ...oidc, passwordUrl }], { QUAD_OIDC_SECRET: 'x' }).titles;
  expect(college).toMatchObject({ passwordPage: passwordUrl });
});

it('a provider that replaces itself is refused', () => {
  const text = mistakes([{ ...oidc, replaces: 'college' }], { QUAD_OIDC_SECRET: 'x' });
  expect(text).toContain('Give the new one a name of its own.');
});

describe('the demo', () => {
  it('is on by default where only this machine can connect and there is no real data behind it', () => {
    const { demo, titles } = read([]);
    expect([demo, titles]).toEqual([true, [{ name: 'demo', title: 'Demo people' }]]);
    expect(read([], { HOST: '127.0.0.2', PUBLIC_URL: 'http://[::1]:3000' }).demo).toBe(true);
  });

  it.each<[string, Record<string, string>]>([
    ['the portal listens to other machines', { HOST: '0.0.0.0', ...secret }],
    ['it listens to a network', { HOST: '10.0.0.7', ...secret }],
    ['it is reached by a public name', { PUBLIC_URL: 'https://quad.college.edu', ...secret }],
    [
      'it is reached by a name that starts like this machine',
      { PUBLIC_URL: 'https://localhost.college.edu', ...secret },
    ],
    ['a database of the college is behind it', { DATABASE_URL: 'postgresql://db/quad' }],
    ['it is switched off', { QUAD_DEMO: 'off' }],
  ])('is not on by default when %s: the start is refused with a sentence', (_when, variables) => {
    expect(mistakes([], variables)).toContain('No one could sign in');
  });

  it('is on anywhere when a setting asks for it, even next to other providers', () => {
    expect(read([], { QUAD_DEMO: 'on', HOST: '0.0.0.0', ...secret }).demo).toBe(true);
    const both = read([oidc], { QUAD_DEMO: 'on', QUAD_OIDC_SECRET: 'x' });
    expect(both.titles.map(({ name }) => name)).toEqual(['college', 'demo']);
  });

  it('is off as soon as a provider is configured', () => {
    const { demo, titles, find } = read([oidc], { QUAD_OIDC_SECRET: 'x' });
    expect([demo, titles]).toEqual([false, [{ name: 'college', title: 'College account' }]]);
    expect(find('demo')).toBeUndefined();
  });
});

describe('an entry', () => {
  it('reports every mistake of every provider at once', () => {
    const text = mistakes([
      { ...oidc, name: 'one', issuer: 'http://login.college.edu', clientId: undefined, surplus: 1 },
      { ...oidc, name: 'two', scopes: ['email'], groups: undefined },
      { ...oidc, name: 'three', kind: 'kerberos' },
      { ...oidc, name: 'three', clientSecret: 'written into the file' },
    ]);
    for (const part of [
      '"one", issuer',
      '"one", clientId',
      'surplus',
      '"two", groups',
      'no provider kind "kerberos"',
      '"three", clientSecret',
      'Two providers are called "three"',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('written into the file');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['takes the secret from the environment only', { clientSecret: '$QUAD_OTHER' }, 'QUAD_OTHER is not set'],
    ['takes no empty secret', { clientSecret: '' }, 'Name an environment variable'],
    ['needs openid', { scopes: ['email'] }, '"openid" is missing'],
    ['accepts no symmetric signature', { algorithms: ['HS256'] }, 'algorithms'],
    ['accepts no missing signature', { algorithms: ['none'] }, 'algorithms'],
    ['bounds the difference of clocks', { clockSkewSeconds: 86_400 }, 'clockSkewSeconds'],
    ['sends tokens by https only', { photoUrl: 'http://photos.college.edu/me' }, 'photoUrl'],
    ['needs the groups that it may assert', { groups: 'Domain-IT' }, 'groups'],
    ['is not called demo', { name: 'demo' }, 'turned on with QUAD_DEMO=on'],
    ['is not of kind demo', { kind: 'demo' }, 'turned on with QUAD_DEMO=on'],
    ['is of a known kind', { kind: 'toString' }, 'no provider kind "toString"'],
  ])('%s', (_rule, changes, text) => {
    expect(mistakes([{ ...oidc, ...changes }], { QUAD_OIDC_SECRET: 'x' })).toContain(text);
  });

  it('may be a public client without a secret, and asserts names as they are when it lists them', () => {
    const { clientSecret: _left, ...open } = oidc;
    expect(read([{ ...open, groups: ['Domain-IT'] }]).titles).toHaveLength(1);
  });

  it('vouches for the domains of the college unless it names its own', () => {
    expect(read([oidc], { QUAD_OIDC_SECRET: 'x' }).all[0]?.domains).toEqual(['college.edu']);
    expect(
      read([{ ...oidc, domains: ['Alumni.College.EDU'] }], { QUAD_OIDC_SECRET: 'x' }).all[0]?.domains,
    ).toEqual(['alumni.college.edu']);
  });
});
