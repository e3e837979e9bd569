import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Everything that is derived from `QUAD_SECRET`. */
export interface Secrets {
  /** How every text that `encrypt` makes starts, since it names the first secret. Any other is from a different one. */
  readonly prefix: string;
  /** AES-256-GCM; the text names its key, so that an older secret still opens it during a rotation. */
  encrypt(purpose: string, clear: string): string;
  /** @throws Error if no known secret opens it or if it was changed. */
  decrypt(purpose: string, sealed: string): string;
  /** HMAC-SHA-256 under the first secret; cannot be re-keyed without the clear values. */
  keyedHash(purpose: string, value: string): Buffer;
}

interface Key {
  id: string;
  secret: string;
  /** The keys derived from it, by purpose: deriving one takes longer than encrypting a few words. */
  derived: Map<string, KeyObject>;
}

/** @param secrets At least one. The first seals, and all open. */
export function createSecrets(secrets: readonly string[]): Secrets {
  const keys: Key[] = secrets.map((secret) => ({ id: keyId(secret), secret, derived: new Map() }));
  const [sealing] = keys;
  if (sealing === undefined) throw new Error('At least one secret is needed.');
  return {
    prefix: prefixOf(sealing),
    encrypt: (purpose, clear) => seal(sealing, purpose, clear),
    decrypt: (purpose, sealed) => open(keys, purpose, sealed),
    keyedHash: (purpose, value) =>
      createHmac('sha256', derive(sealing, `hash:${purpose}`))
        .update(value)
        .digest(),
  };
}

/** SHA-256 for tokens that are 256 random bits themselves and therefore need no key. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** 256 random bits, safe in a cookie and a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A short name for a secret, stored in what it sealed; it reveals nothing about the secret. */
export function keyId(secret: string): string {
  return hash('sha256', `quad key id:${secret}`, 'hex').slice(0, 8);
}

/** @param purpose One of a few constants in the code, since each derived key is kept. */
function derive({ secret, derived }: Key, purpose: string): KeyObject {
  const known = derived.get(purpose);
  if (known !== undefined) return known;
  const made = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'quad', purpose, 32)));
  derived.set(purpose, made);
  return made;
}

function seal(key: Key, purpose: string, clear: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derive(key, `encrypt:${purpose}`), iv);
  const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
  return prefixOf(key) + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

const prefixOf = ({ id }: Key) => `v1.${id}.`;

function open(keys: readonly Key[], purpose: string, sealed: string): string {
  const [format, id, body = ''] = sealed.split('.');
  const key = keys.find((candidate) => candidate.id === id);
  if (format !== 'v1' || key === undefined)
    throw new Error('This was encrypted with a key that this portal does not have.');
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', derive(key, `encrypt:${purpose}`), bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
