import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Campus } from '../../settings/campus.ts';
import { readEnvironment } from '../../settings/environment.ts';
import { SettingsError } from '../../settings/mistakes.ts';
import { readProviders } from '../read-providers.ts';
import { lastPartOf } from './profile-of.ts';
import { IdentityProvider } from './testing/identity-provider.ts';
import { keyPairs } from './testing/key-pairs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'quad-saml-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
let written = 0;
const file = (text: string) => {
  written += 1;
  const name = path.join(folder, `${written}`);
  writeFileSync(name, text);
  return name;
};
const metadata = new IdentityProvider().metadata();
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

function read(changes: Record<string, unknown>): string {
  const entry = {
    name: 'idp',
    kind: 'saml',
    title: 'College',
    metadataFile: file(metadata),
    groups: [],
    ...changes,
  };
  const campus = { domains: ['college.edu'], providers: [entry] } as unknown as Campus;
  try {
    readProviders(campus, readEnvironment({}, '/srv/quad'), {});
    return '';
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

it('takes a metadata file, also one of a federation with several providers', () => {
  expect(read({})).toBe('');
  const bare = metadata.replace(/^<\?xml.*?\?>/, '');
  const other = bare.replaceAll('https://idp.sawtooth.example/saml', 'https://other.example/saml');
  const aggregate = `<!-- a comment --><md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${bare}${other}</md:EntitiesDescriptor>`;
  expect(read({ metadataFile: file(aggregate) })).toContain('providerEntityId');
  expect(read({ metadataFile: file(aggregate), providerEntityId: 'https://other.example/saml' })).toBe('');
});

const signed = metadata.replace('WantAuthnRequestsSigned="false"', 'WantAuthnRequestsSigned="true"');

it.each<[string, () => Record<string, unknown>, string]>([
  ['no file', () => ({ metadataFile: '/nowhere/idp.xml' }), 'cannot be read'],
  ['a relative path', () => ({ metadataFile: 'idp.xml' }), 'absolute path'],
  ['a page instead of metadata', () => ({ metadataFile: file('<html></html>') }), 'no identity provider'],
  ['an unfinished file', () => ({ metadataFile: file(metadata.slice(0, 900)) }), 'cannot be read as XML'],
  ['entities', () => ({ metadataFile: file(`<!DOCTYPE a [<!ENTITY e "x">]>${metadata}`) }), 'document type'],
  [
    'our own metadata',
    () => ({ metadataFile: file(metadata.replaceAll('IDPSSO', 'SPSSO')) }),
    'Save the metadata of the provider',
  ],
  [
    'the name of another provider',
    () => ({ providerEntityId: 'https://other.sawtooth.example' }),
    'with the name in providerEntityId',
  ],
  [
    'a plain address',
    () => ({
      metadataFile: file(
        metadata.replaceAll('https://idp.sawtooth.example/sso', 'http://idp.sawtooth.example/sso'),
      ),
    }),
    'not https',
  ],
  [
    'no certificate',
    () => ({ metadataFile: file(metadata.replace(/<KeyDescriptor .*<\/KeyDescriptor>/s, '')) }),
    'no certificate',
  ],
  [
    'a weak key of ours',
    () => ({ keys: [{ key: file(String(weak)), certificate: file(keyPairs.portal.certificate) }] }),
    '2048 bits',
  ],
  [
    'a certificate of another key',
    () => ({ keys: [{ key: file(keyPairs.portal.key), certificate: file(keyPairs.idp.certificate) }] }),
    'is not the certificate of',
  ],
  [
    'a key that is none',
    () => ({ keys: [{ key: file('secret words'), certificate: file(keyPairs.portal.certificate) }] }),
    'not a key or certificate',
  ],
  ['signed requests without a key', () => ({ metadataFile: file(signed) }), 'only accepts signed requests'],
])('says what is wrong with %s', (_name, changes, what) => {
  const message = read(changes());
  expect(message).toContain(what);
  expect(message).not.toContain('secret words');
});

it.each([
  ['CN=Domain-IT,OU=Groups,DC=college,DC=edu', 'Domain-IT'],
  ['cn=Smith\\, Ida,ou=x', 'Smith, Ida'],
  ['college:apps:portal:Domain-IT', 'Domain-IT'],
  ['urn:mace:college.edu:group:Domain-IT', 'Domain-IT'],
  ['/college/Domain-IT', 'Domain-IT'],
  ['Domain-IT', 'Domain-IT'],
  ['CN=x+CN=Domain-IT,OU=y', 'CN=x+CN=Domain-IT,OU=y'],
])('finds the last part of %s', (value, name) => {
  expect(lastPartOf(value)).toBe(name);
});
