import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ProviderEntry } from '../../settings/campus.ts';
import { mistakesOf } from '../../settings/mistakes.ts';
import type { Provider } from '../provider.ts';
import { domainsOf, type EntryContext, entryFields } from '../provider-entry.ts';
import {
  assertStrong,
  BadMetadata,
  keyOf,
  readProviderMetadata,
  type SamlProvider,
} from './provider-metadata.ts';
import { createSamlProvider } from './saml-provider.ts';

const filePath = z.string().startsWith('/', 'Use an absolute path, such as /etc/quad/idp-metadata.xml.');
const attribute = z.string().trim().min(1).max(300);

const entryShape = z.strictObject({
  ...entryFields,
  kind: z.literal('saml'),
  /** What the provider, or the federation, says about it. */
  metadataFile: filePath,
  /** Which one, where the file has several. */
  providerEntityId: z.string().min(1).optional(),
  /** More certificates of the provider, such as the next one, as PEM files. */
  certificates: z.array(filePath).max(5).default([]),
  /** Our own name; by default, the address of our metadata. */
  entityId: z.string().min(1).max(1_024).optional(),
  /** Our own keys: the first signs requests, and all of them decrypt. */
  keys: z
    .array(z.strictObject({ key: filePath, certificate: filePath }))
    .max(3)
    .default([]),
  attributes: z
    .strictObject({
      /** `NameID` is the subject's name itself; anything else is an attribute. */
      subject: attribute.default('eduPersonPrincipalName'),
      email: attribute.default('mail'),
      name: attribute.default('displayName'),
      givenName: attribute.default('givenName'),
      familyName: attribute.default('sn'),
      groups: z.array(attribute).min(1).max(5).default(['isMemberOf']),
      directoryKey: attribute.optional(),
    })
    .prefault({}),
  /** `last-part`: `Domain-IT` of `CN=Domain-IT,OU=Groups` and of `college:apps:Domain-IT`. */
  groupNames: z.enum(['last-part', 'whole']).default('last-part'),
  /** A person is joined to the directory record with their address; `attributes.directoryKey` is the better way. */
  joinByEmail: z.boolean().default(false),
  clockSkewSeconds: z.int().min(1).max(600).default(300),
  /** A person who starts on the provider's own page is taken through a sign-in of ours. */
  providerInitiated: z.boolean().default(false),
  /** Ask without any prompt when a session has ended because its groups were too old. */
  silentRenewal: z.boolean().default(true),
  endSessionAtProvider: z.boolean().default(true),
  /** Ask for a new sign-in (`ForceAuthn`) after someone has signed out. */
  promptAfterSignOut: z.boolean().default(true),
});

/** One SAML provider as `campus.yaml` describes it; see `docs/sign-in/saml.md`. */
export interface SamlSettings
  extends Omit<z.output<typeof entryShape>, 'kind' | 'domains' | 'entityId' | 'keys'> {
  domains: readonly string[];
  provider: SamlProvider;
  entityId: string;
  callbackUrl: string;
  singleLogoutUrl: string;
  /** `null`: requests are not signed. */
  signingKey: KeyObject | null;
  decryptionKeys: readonly KeyObject[];
  /** Our certificates for our metadata, in base64. */
  ourCertificates: readonly string[];
}

/** Reads an entry of kind `saml`; `null` when it has mistakes. */
export function readSamlProvider(entry: ProviderEntry, context: EntryContext): Provider | null {
  const parsed = entryShape.safeParse(entry);
  if (!parsed.success) {
    context.mistakes.push(...mistakesOf(parsed.error, context.where, entry));
    return null;
  }
  const { entityId, keys, domains: _, ...written } = parsed.data;
  const read = <T>(field: string, file: string, use: (text: string) => T) =>
    readFrom(context, field, file, use);
  const provider = read('metadataFile', written.metadataFile, (text) =>
    readProviderMetadata(text, written.providerEntityId),
  );
  const next = written.certificates.map((file) => read('certificates', file, keyOf));
  const ours = keys.map(({ key, certificate }) => {
    const secret = read('keys', key, privateKeyOf);
    const shown = read('keys', certificate, (text) => new X509Certificate(text));
    if (secret !== null && shown !== null && !shown.checkPrivateKey(secret)) {
      context.mistakes.push({
        where: `${context.where}, keys`,
        what: `${certificate} is not the certificate of ${key}.`,
      });
    }
    return secret === null || shown === null ? null : { secret, shown };
  });
  if (provider?.wantsSignedRequests === true && keys.length === 0) {
    context.mistakes.push({
      where: `${context.where}, keys`,
      what: 'The provider only accepts signed requests, so a key is needed.',
      example: 'keys: [{key: /etc/quad/saml.key, certificate: /etc/quad/saml.crt}]',
    });
    return null;
  }
  if (provider === null || next.includes(null) || ours.includes(null)) return null;
  const own = `${context.publicUrl}/api/auth/providers/${written.name}`;
  const present = ours.filter((each) => each !== null);
  return createSamlProvider({
    ...written,
    domains: domainsOf(parsed.data, context.campus),
    provider: { ...provider, keys: [...provider.keys, ...next.filter((key) => key !== null)] },
    entityId: entityId ?? `${own}/metadata`,
    callbackUrl: `${own}/callback`,
    singleLogoutUrl: `${own}/single-logout`,
    signingKey: present[0]?.secret ?? null,
    decryptionKeys: present.map(({ secret }) => secret),
    ourCertificates: present.map(({ shown }) => shown.raw.toString('base64')),
  });
}

function privateKeyOf(text: string): KeyObject {
  const key = createPrivateKey(text);
  assertStrong(key);
  return key;
}

/** Reads a file that an entry names; `null` after a mistake. Its content is not repeated. */
function readFrom<T>(context: EntryContext, field: string, file: string, use: (text: string) => T): T | null {
  const where = `${context.where}, ${field}`;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    context.mistakes.push({ where, what: `The file ${file} cannot be read.` });
    return null;
  }
  try {
    return use(text);
  } catch (error) {
    const what = error instanceof BadMetadata ? error.message : 'It is not a key or certificate in PEM.';
    context.mistakes.push({ where, what: `${file}: ${what}` });
    return null;
  }
}
