import { createHash, createVerify, type KeyObject } from 'node:crypto';
import { rsaSha256, rsaSha512, signature as signatureNamespace } from './names.ts';
import {
  BadXml,
  childIfAny,
  childrenNamed,
  childrenOf,
  descendantsOf,
  onlyChild,
  readMessage,
  textOf,
} from './read-xml.ts';
import { libraries, type Namespaces, type SignedXml, type XmlElement } from './xml-library.ts';

const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const sha512 = 'http://www.w3.org/2001/04/xmlenc#sha512';
const digests = ['http://www.w3.org/2001/04/xmlenc#sha256', sha512];

export function isSigned(element: XmlElement): boolean {
  return childrenNamed(element, signatureNamespace, 'Signature').length > 0;
}

/**
 * Verifies the signature inside an element over this very element (SAML Core, section 5.4).
 * @param keys One of them has to have signed; certificates in the message are ignored.
 * @returns The element as it was signed, read again from the signed bytes: the only thing to be trusted
 * @throws BadXml
 */
export function verifySignature(element: XmlElement, keys: readonly KeyObject[]): XmlElement {
  const signature = childIfAny(element, signatureNamespace, 'Signature');
  if (signature === null) throw new BadXml('not signed');
  assertPlain(signature, element.getAttribute('ID') ?? '');
  const signed = keys.map((key) => signedTextOf(element, signature, key)).find((found) => found !== null);
  if (signed === undefined || signed === null) throw new BadXml('signature');
  const trusted = readMessage(signed);
  const same =
    trusted.localName === element.localName &&
    trusted.namespaceURI === element.namespaceURI &&
    trusted.getAttribute('ID') === element.getAttribute('ID');
  if (!same) throw new BadXml('signature of another element');
  return trusted;
}

/** One reference, to the element that it is in, with the two transforms that SAML allows and a good digest. */
function assertPlain(signature: XmlElement, id: string): void {
  if (childrenNamed(signature, signatureNamespace, 'Object').length > 0)
    throw new BadXml('Object in signature');
  const info = onlyChild(signature, signatureNamespace, 'SignedInfo');
  assertSmall(info);
  const method = algorithmOf(info, 'SignatureMethod');
  if (method !== rsaSha256 && method !== rsaSha512) throw new BadXml('signature algorithm');
  if (algorithmOf(info, 'CanonicalizationMethod') !== exclusive) throw new BadXml('canonicalization');
  const reference = onlyChild(info, signatureNamespace, 'Reference');
  if (id === '' || reference.getAttribute('URI') !== `#${id}`)
    throw new BadXml('signature of another element');
  if (!digests.includes(algorithmOf(reference, 'DigestMethod'))) throw new BadXml('digest algorithm');
  const transforms = childrenOf(onlyChild(reference, signatureNamespace, 'Transforms'));
  const names = transforms.map((transform) => transform.getAttribute('Algorithm'));
  if (names.join(' ') !== `${enveloped} ${exclusive}`) throw new BadXml('transforms');
}

/** `SignedInfo` has eight elements and short lists of prefixes. */
const largest = { elements: 30, value: 500 };

/** It is canonicalized before anyone knows who wrote it, in a time that grows with the square of its lists of prefixes. */
function assertSmall(info: XmlElement): void {
  const elements = [info, ...descendantsOf(info)];
  const isLarge = ({ attributes }: XmlElement) =>
    Array.from(attributes).some(({ value }) => value.length > largest.value);
  if (elements.length > largest.elements || elements.some(isLarge)) throw new BadXml('signature too large');
}

function algorithmOf(parent: XmlElement, name: string): string {
  return onlyChild(parent, signatureNamespace, name).getAttribute('Algorithm') ?? '';
}

/**
 * What this key signed; `null` if it did not sign this. Only this element is looked at: the library would look for it in
 * the whole message several times, which takes seconds where someone has added to a response of their own.
 */
function signedTextOf(element: XmlElement, signature: XmlElement, key: KeyObject): string | null {
  const { signatures } = libraries();
  const verifier = new signatures.SignedXml();
  verifier.CanonicalizationAlgorithms = only(verifier.CanonicalizationAlgorithms, [exclusive, enveloped]);
  try {
    if (!isSignedInfoOf(key, verifier, signature)) return null;
    const info = onlyChild(signature, signatureNamespace, 'SignedInfo');
    const reference = onlyChild(info, signatureNamespace, 'Reference');
    const transform = childrenOf(onlyChild(reference, signatureNamespace, 'Transforms')).at(-1);
    verifier.signatureNode = signature;
    const text = verifier.getCanonXml([enveloped, exclusive], element, namespacesOf(element, transform));
    const hash = algorithmOf(reference, 'DigestMethod') === sha512 ? 'sha512' : 'sha256';
    const digest = Buffer.from(textOf(onlyChild(reference, signatureNamespace, 'DigestValue')), 'base64');
    return createHash(hash).update(text).digest().equals(digest) ? text : null;
  } catch {
    return null;
  }
}

/** Whether this key signed `SignedInfo`, which vouches for the rest. It is asked first, since anyone can send a message. */
function isSignedInfoOf(key: KeyObject, verifier: SignedXml, signature: XmlElement): boolean {
  const info = onlyChild(signature, signatureNamespace, 'SignedInfo');
  const method = onlyChild(info, signatureNamespace, 'CanonicalizationMethod');
  const text = verifier.getCanonXml([exclusive], info, namespacesOf(info, method));
  const hash = algorithmOf(info, 'SignatureMethod') === rsaSha512 ? 'RSA-SHA512' : 'RSA-SHA256';
  const value = Buffer.from(textOf(onlyChild(signature, signatureNamespace, 'SignatureValue')), 'base64');
  return createVerify(hash).update(text).verify(key, value);
}

/** The prefixes that a canonicalization lists, with what those mean that come from around the element. */
function namespacesOf(element: XmlElement, canonicalization: XmlElement | undefined): Namespaces {
  const list = canonicalization && childIfAny(canonicalization, exclusive, 'InclusiveNamespaces');
  const prefixes = (list?.getAttribute('PrefixList') ?? '').split(/\s+/).filter((prefix) => prefix !== '');
  const ancestorNamespaces = prefixes.flatMap((prefix) => {
    const namespaceURI = element.hasAttribute(`xmlns:${prefix}`) ? null : element.lookupNamespaceURI(prefix);
    return namespaceURI === null ? [] : [{ prefix, namespaceURI }];
  });
  return { inclusiveNamespacesPrefixList: prefixes, ancestorNamespaces };
}

function only(algorithms: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(algorithms).filter(([name]) => names.includes(name)));
}
