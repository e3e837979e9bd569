import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';
import { encryption, signature } from './names.ts';
import { BadXml, childIfAny, onlyChild, textOf } from './read-xml.ts';
import type { XmlElement } from './xml-library.ts';

interface Cipher {
  name: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-128-cbc' | 'aes-256-cbc';
  keyBytes: number;
  /** Whether a changed text is noticed. */
  isSealed: boolean;
}

const ciphers: Readonly<Record<string, Cipher>> = {
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': { name: 'aes-128-gcm', keyBytes: 16, isSealed: true },
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': { name: 'aes-256-gcm', keyBytes: 32, isSealed: true },
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc': { name: 'aes-128-cbc', keyBytes: 16, isSealed: false },
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc': { name: 'aes-256-cbc', keyBytes: 32, isSealed: false },
};

/** RSA-OAEP by the hash of both its parts. RSA 1.5 is missing: a server that decrypts it can be made to sign. */
const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const mgf1Sha256 = 'http://www.w3.org/2009/xmlenc11#mgf1sha256';
const encryption11 = 'http://www.w3.org/2009/xmlenc11#';

/**
 * Decrypts an `EncryptedAssertion` (XML Encryption 1.1): AES in GCM, or in CBC where the text around it was signed, since
 * CBC alone would let an attacker read it by sending changed ones (Jager and Somorovsky, 2011).
 * @param isInSigned The element comes from signed bytes.
 * @returns The text of the assertion
 * @throws BadXml
 */
export function decryptAssertion(
  encrypted: XmlElement,
  keys: readonly KeyObject[],
  isInSigned: boolean,
): string {
  if (keys.length === 0) throw new BadXml('encrypted, and no key is configured');
  const data = onlyChild(encrypted, encryption, 'EncryptedData');
  const cipher = ciphers[algorithmOf(data)];
  if (cipher === undefined || !(cipher.isSealed || isInSigned)) throw new BadXml('encryption algorithm');
  const wrapped = encryptedKeyOf(encrypted, data);
  for (const key of keys) {
    const text = open(cipher, unwrap(wrapped, key), bytesOf(data));
    if (text !== null) return text;
  }
  // One word for every failure: which step it was would help an attacker.
  throw new BadXml('decryption');
}

/** Inside the data, or next to it (SAML errata E43). */
function encryptedKeyOf(encrypted: XmlElement, data: XmlElement): XmlElement {
  const info = childIfAny(data, signature, 'KeyInfo');
  const inside = info === null ? null : childIfAny(info, encryption, 'EncryptedKey');
  return inside ?? onlyChild(encrypted, encryption, 'EncryptedKey');
}

function unwrap(wrapped: XmlElement, key: KeyObject): Buffer | null {
  const oaepHash = hashOf(onlyChild(wrapped, encryption, 'EncryptionMethod'));
  try {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, bytesOf(wrapped));
  } catch {
    return null;
  }
}

/** Node uses one hash for both parts of OAEP: SHA-1, which is not a weakness here, or SHA-256. */
function hashOf(method: XmlElement): 'sha1' | 'sha256' {
  const name = method.getAttribute('Algorithm');
  const digest = childIfAny(method, signature, 'DigestMethod')?.getAttribute('Algorithm') ?? sha1;
  const mask = childIfAny(method, encryption11, 'MGF')?.getAttribute('Algorithm');
  if (name === `${encryption}rsa-oaep-mgf1p` && digest === sha1) return 'sha1';
  if (name === `${encryption11}rsa-oaep` && digest === sha256 && mask === mgf1Sha256) return 'sha256';
  throw new BadXml('key encryption algorithm');
}

function open({ name, keyBytes, isSealed }: Cipher, key: Buffer | null, sealed: Buffer): string | null {
  if (key?.length !== keyBytes) return null;
  try {
    if (!isSealed) {
      const decipher = createDecipheriv(name, key, sealed.subarray(0, 16)).setAutoPadding(false);
      const padded = Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]);
      const padding = padded.at(-1) ?? 0;
      return padding >= 1 && padding <= 16 ? padded.subarray(0, -padding).toString('utf8') : null;
    }
    if (sealed.length < 12 + 16) return null;
    const gcm = name === 'aes-128-gcm' ? 'aes-128-gcm' : 'aes-256-gcm';
    const decipher = createDecipheriv(gcm, key, sealed.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function algorithmOf(element: XmlElement): string {
  return onlyChild(element, encryption, 'EncryptionMethod').getAttribute('Algorithm') ?? '';
}

function bytesOf(element: XmlElement): Buffer {
  const data = onlyChild(element, encryption, 'CipherData');
  return Buffer.from(textOf(onlyChild(data, encryption, 'CipherValue')), 'base64');
}
