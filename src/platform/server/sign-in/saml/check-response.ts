import { isUtf8 } from 'node:buffer';
import { checkAssertion, type Vouched } from './check-assertion.ts';
import { decryptAssertion } from './decrypt-assertion.ts';
import { assertion as assertionNamespace, protocol, signature, statusPrefix } from './names.ts';
import {
  BadXml,
  childIfAny,
  childrenNamed,
  descendantsOf,
  onlyChild,
  readMessage,
  textOf,
} from './read-xml.ts';
import type { SamlSettings } from './saml-settings.ts';
import { isSigned, verifySignature } from './verify-signature.ts';
import type { XmlElement } from './xml-library.ts';

/** What a provider responded: a person, or the codes for why there is none. */
export type Checked =
  | { kind: 'person'; vouched: Vouched }
  /** Nothing of it is signed, so nothing may follow from it but a sentence or another attempt. */
  | { kind: 'none'; requestId: string | null; codes: string[] };

/**
 * Checks a response as it was posted (SAML Bindings, section 3.5, and Profiles, section 4.1.4.3).
 * @param posted In base64
 * @throws BadXml, WrongClock
 */
export function checkResponse(settings: SamlSettings, posted: string): Checked {
  const root = readMessage(decode(posted));
  if (root.namespaceURI !== protocol || root.localName !== 'Response') throw new BadXml('not a Response');
  if (root.getAttribute('Version') !== '2.0') throw new BadXml('Version');
  if (root.getAttribute('Destination') !== settings.callbackUrl) throw new BadXml('Destination');
  const issuer = childIfAny(root, assertionNamespace, 'Issuer');
  if (issuer !== null && textOf(issuer) !== settings.provider.entityId) throw new BadXml('Issuer');
  const codes = statusOf(root);
  if (codes[0] !== 'Success') {
    if (isSigned(root)) verifySignature(root, settings.provider.keys);
    return { kind: 'none', requestId: root.getAttribute('InResponseTo') || null, codes };
  }
  const vouched = checkAssertion(settings, trustedAssertion(settings, root));
  // Where only the assertion is signed, anyone could have changed this one; it is the assertion's that counts.
  const claimed = root.getAttribute('InResponseTo') || null;
  if (claimed !== vouched.requestId) throw new BadXml('InResponseTo');
  return { kind: 'person', vouched };
}

/** Strictly: Node would skip what is not base64, so that two texts could mean the same. */
function decode(posted: string): string {
  const text = posted.replace(/[\r\n\t ]/g, '');
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new BadXml('not base64');
  const bytes = Buffer.from(text, 'base64');
  if (!isUtf8(bytes) || bytes.includes(0)) throw new BadXml('not UTF-8');
  return bytes.toString('utf8');
}

/** The codes of a status, from the outside in, without their prefix. */
function statusOf(root: XmlElement): string[] {
  const codes: string[] = [];
  let parent: XmlElement | null = onlyChild(root, protocol, 'Status');
  while (parent !== null && codes.length < 3) {
    const code: XmlElement | null = childIfAny(parent, protocol, 'StatusCode');
    if (code === null) break;
    const value = code.getAttribute('Value') ?? '';
    codes.push(/^[\w-]{1,40}$/.exec(value.replace(statusPrefix, ''))?.[0] ?? 'unknown');
    parent = code;
  }
  return codes;
}

/**
 * The one assertion, read from bytes that the provider signed. Whatever carries a signature has to be signed well;
 * without one on the response, the assertion needs its own.
 */
function trustedAssertion(settings: SamlSettings, response: XmlElement): XmlElement {
  const { keys } = settings.provider;
  assertOneAssertion(response);
  const signedResponse = isSigned(response) ? verifySignature(response, keys) : null;
  const encrypted = childIfAny(signedResponse ?? response, assertionNamespace, 'EncryptedAssertion');
  if (encrypted !== null) {
    const text = decryptAssertion(encrypted, settings.decryptionKeys, signedResponse !== null);
    const inner = readMessage(text);
    if (!isAssertion(inner) || descendantsOf(inner).some(isAnyAssertion))
      throw new BadXml('not one assertion');
    return isSigned(inner) || signedResponse === null ? verifySignature(inner, keys) : inner;
  }
  const plain = onlyChild(response, assertionNamespace, 'Assertion');
  if (isSigned(plain) || signedResponse === null) return verifySignature(plain, keys);
  return onlyChild(signedResponse, assertionNamespace, 'Assertion');
}

const isAnyAssertion = ({ localName }: XmlElement) => /^(Encrypted)?Assertion$/i.test(localName);
const isAssertion = ({ namespaceURI, localName }: XmlElement) =>
  namespaceURI === assertionNamespace && localName === 'Assertion';

/** Wherever else one could be put, and a signature that belongs to neither, is where wrapping hides. */
function assertOneAssertion(root: XmlElement): void {
  const all = descendantsOf(root);
  const assertions = all.filter(isAnyAssertion);
  const own = ['Assertion', 'EncryptedAssertion'].flatMap((name) =>
    childrenNamed(root, assertionNamespace, name),
  );
  if (assertions.length !== 1 || own.length !== 1) throw new BadXml('not one assertion');
  const signatures = all.filter(({ localName }) => localName === 'Signature').length;
  const expected = [root, ...own].filter(
    (element) => childrenNamed(element, signature, 'Signature').length === 1,
  );
  if (signatures !== expected.length) throw new BadXml('stray signature');
}
