import { type KeyObject, X509Certificate } from 'node:crypto';
import { secureUrl } from '../provider-entry.ts';
import { metadata, protocol, redirectBinding, signature } from './names.ts';
import { BadXml, childrenNamed, childrenOf, descendantsOf, readFile, textOf } from './read-xml.ts';
import type { XmlElement } from './xml-library.ts';

/** What we know about a provider from its metadata (SAML Metadata, section 2.4.3). */
export interface SamlProvider {
  entityId: string;
  /** Where sign-ins begin, by HTTP-Redirect. */
  signInUrl: string;
  /** Where sign-outs begin; `null` if it has no single logout by HTTP-Redirect. */
  logoutUrl: string | null;
  /** Where its own sign-outs continue. */
  logoutResponseUrl: string | null;
  /** Any of them may sign, so that a new certificate is known before the provider changes to it. */
  keys: readonly KeyObject[];
  wantsSignedRequests: boolean;
}

/** Something in the file that an operator has to change, in a sentence. */
export class BadMetadata extends Error {}

/**
 * Reads the metadata file of a provider.
 * @param wanted The provider's name in a file with several
 * @throws BadMetadata
 */
export function readProviderMetadata(text: string, wanted: string | undefined): SamlProvider {
  const root = rootOf(text);
  const all = [root, ...descendantsOf(root)].filter((element) => is(element, 'EntityDescriptor'));
  const providers = all.filter((entity) => childrenNamed(entity, metadata, 'IDPSSODescriptor').length > 0);
  const fitting = providers.filter(
    (entity) => wanted === undefined || entity.getAttribute('entityID') === wanted,
  );
  const [entity, ...more] = fitting;
  if (entity === undefined)
    throw new BadMetadata(
      wanted === undefined
        ? 'There is no identity provider in it (IDPSSODescriptor). Save the metadata of the provider, not of this portal or a page.'
        : 'There is no identity provider in it (IDPSSODescriptor) with the name in providerEntityId.',
    );
  if (more.length > 0)
    throw new BadMetadata('It has several identity providers. Name one with providerEntityId.');
  const [role, ...otherRoles] = childrenNamed(entity, metadata, 'IDPSSODescriptor').filter((descriptor) =>
    (descriptor.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocol),
  );
  if (role === undefined || otherRoles.length > 0) throw new BadMetadata('It does not offer SAML 2.0.');
  const logout = serviceOf(role, 'SingleLogoutService');
  const signIn = serviceOf(role, 'SingleSignOnService');
  if (signIn === null) throw new BadMetadata('It has no SingleSignOnService by HTTP-Redirect.');
  const logoutUrl = logout === null ? null : addressOf(logout, 'Location');
  return {
    entityId: entity.getAttribute('entityID') ?? '',
    signInUrl: addressOf(signIn, 'Location'),
    logoutUrl,
    logoutResponseUrl: logout?.hasAttribute('ResponseLocation')
      ? addressOf(logout, 'ResponseLocation')
      : logoutUrl,
    keys: keysOf(role),
    wantsSignedRequests: /^(true|1)$/.test(role.getAttribute('WantAuthnRequestsSigned') ?? ''),
  };
}

function rootOf(text: string): XmlElement {
  try {
    return readFile(text);
  } catch (error) {
    if (error instanceof BadXml) throw new BadMetadata(`It cannot be read as XML: ${error.finding}.`);
    throw error;
  }
}

function is({ namespaceURI, localName }: XmlElement, name: string): boolean {
  return namespaceURI === metadata && localName === name;
}

function serviceOf(role: XmlElement, name: string): XmlElement | null {
  const services = childrenNamed(role, metadata, name);
  return services.find((service) => service.getAttribute('Binding') === redirectBinding) ?? null;
}

function addressOf(service: XmlElement, attribute: string): string {
  const written = service.getAttribute(attribute) ?? '';
  // Some providers have parameters in it.
  if (!secureUrl.safeParse(written.split('?')[0]).success || written.includes('#'))
    throw new BadMetadata(`The address of its ${service.localName} is not https.`);
  return written;
}

function keysOf(role: XmlElement): KeyObject[] {
  const forSigning = childrenNamed(role, metadata, 'KeyDescriptor').filter(
    (descriptor) => descriptor.getAttribute('use') !== 'encryption',
  );
  const certificates = forSigning.flatMap((descriptor) =>
    descendantsOf(descriptor).filter(
      ({ namespaceURI, localName }) => namespaceURI === signature && localName === 'X509Certificate',
    ),
  );
  const keys = certificates
    .filter((each) => childrenOf(each).length === 0)
    .map((each) => keyOf(textOf(each)));
  if (keys.length === 0) throw new BadMetadata('It has no certificate for signing.');
  return keys;
}

/**
 * The key of a certificate, in PEM or the bare base64 of metadata. How long the certificate is valid does not
 * matter: it only carries the key, as federations agree.
 * @throws BadMetadata
 */
export function keyOf(written: string): KeyObject {
  const isPem = written.includes('-----BEGIN');
  let key: KeyObject;
  try {
    key = new X509Certificate(isPem ? written : Buffer.from(written, 'base64')).publicKey;
  } catch {
    throw new BadMetadata('A certificate in it cannot be read.');
  }
  assertStrong(key);
  return key;
}

/** @throws BadMetadata unless it is RSA with at least 2048 bits */
export function assertStrong(key: KeyObject): void {
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new BadMetadata('A key in it is not RSA with at least 2048 bits.');
}
