import type { Entry } from 'ldapts';

/**
 * The text values of an attribute. A server may spell its name differently than we requested it, and sends one value
 * as a text and several as a list.
 */
export function textsOf(entry: Entry, attribute: string): string[] {
  return valuesOf(entry, attribute).filter((value) => typeof value === 'string');
}

/** The only text value, or the first one in alphabetical order, since a server may send them in any order; '' without one. */
export function textOf(entry: Entry, attribute: string): string {
  return textsOf(entry, attribute).toSorted()[0] ?? '';
}

/** A person's address, as `addressAmong` chooses it. */
export function emailOf(entry: Entry, attribute: string, domains: readonly string[]): string {
  return addressAmong(textsOf(entry, attribute), domains);
}

/**
 * Of a person's several addresses, the college's first one in alphabetical order, since a server may send them in any;
 * '' without one.
 * @param domains The college's email domains, in lower case.
 */
export function addressAmong(addresses: readonly string[], domains: readonly string[]): string {
  const sorted = addresses.toSorted();
  const ours = sorted.find((address) =>
    domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase()),
  );
  return ours ?? sorted[0] ?? '';
}

export function bytesOf(entry: Entry, attribute: string): Buffer | null {
  const [value] = valuesOf(entry, attribute);
  if (value === undefined) return null;
  return typeof value === 'string' ? Buffer.from(value, 'utf8') : value;
}

function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const wanted = attribute.toLowerCase();
  const name = Object.keys(entry).find((key) => key.toLowerCase() === wanted);
  if (name === undefined) return [];
  const value = entry[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The attributes that hold 16 bytes in the order of Microsoft's GUID structure ([MS-DTYP] section 2.3.4.2). */
const guidAttributes = new Set(['objectguid']);

export function isGuid(attribute: string): boolean {
  return guidAttributes.has(attribute.toLowerCase());
}

/** A key that stays when a person is renamed or moved; a GUID as it is usually written. '' if the entry has none. */
export function keyOf(entry: Entry, attribute: string): string {
  if (!isGuid(attribute)) return textOf(entry, attribute);
  const bytes = bytesOf(entry, attribute);
  return bytes?.length === 16 ? writeGuid(bytes) : '';
}

/** What a search for a key compares. */
export function keyValue(attribute: string, key: string): string | Buffer {
  return isGuid(attribute) ? readGuid(key) : key;
}

/** The first three groups are little-endian numbers. */
function swapped(bytes: Buffer): Buffer {
  const at = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
  return Buffer.from(at.map((place) => bytes[place] ?? 0));
}

function writeGuid(bytes: Buffer): string {
  const hex = swapped(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function readGuid(text: string): Buffer {
  return swapped(Buffer.from(text.replaceAll('-', ''), 'hex'));
}

/** A group's name or DN as servers compare it: in any case, and with any space around a DN's separators. */
export function groupKey(written: string): string {
  const lower = written.trim().toLowerCase();
  return lower.includes('=') ? lower.replace(/\s*([,=])\s*/g, '$1') : lower;
}
