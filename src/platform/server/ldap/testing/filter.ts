import { BerReader } from 'ldapts';

export type Values = Record<string, readonly (string | Buffer)[]>;
export interface TestEntry {
  dn: string;
  values: Values;
}

/** A filter as it came over the wire. */
export interface ReadFilter {
  matches(entry: TestEntry, all: readonly TestEntry[]): boolean;
  /** As people write it, with the values as they are. */
  text: string;
}

const inChain = '1.2.840.113556.1.4.1941';

export function contentOf(reader: BerReader, tag: number): BerReader {
  return new BerReader(reader.readString(tag, true) ?? Buffer.alloc(0));
}

export function valuesIn({ values }: TestEntry, attribute: string): readonly (string | Buffer)[] {
  const name = Object.keys(values).find((known) => known.toLowerCase() === attribute.toLowerCase());
  return name === undefined ? [] : (values[name] ?? []);
}

/** Reads a filter (RFC 4511, section 4.5.1.7), with only those kinds that we send. */
export function readFilter(reader: BerReader): ReadFilter {
  const tag = reader.peek() ?? 0;
  if (tag === 0x87) {
    const attribute = reader.readString(0x87) ?? '';
    return {
      matches: (entry) => attribute.toLowerCase() === 'objectclass' || valuesIn(entry, attribute).length > 0,
      text: `(${attribute}=*)`,
    };
  }
  const content = contentOf(reader, tag);
  if (tag === 0xa0 || tag === 0xa1) {
    const parts: ReadFilter[] = [];
    while (content.remain > 0) parts.push(readFilter(content));
    const all = tag === 0xa0;
    return {
      matches: (entry, entries) =>
        all
          ? parts.every((part) => part.matches(entry, entries))
          : parts.some((part) => part.matches(entry, entries)),
      text: `(${all ? '&' : '|'}${parts.map(({ text }) => text).join('')})`,
    };
  }
  if (tag === 0xa2) {
    const part = readFilter(content);
    return { matches: (entry, entries) => !part.matches(entry, entries), text: `(!${part.text})` };
  }
  if (tag === 0xa3) return readEquality(content);
  if (tag === 0xa9) return readExtensible(content);
  throw new Error(`The test server does not know the filter ${tag.toString(16)}.`);
}

function readEquality(content: BerReader): ReadFilter {
  const attribute = content.readString() ?? '';
  const value = content.readString(0x04, true) ?? Buffer.alloc(0);
  return {
    matches: (entry) => valuesIn(entry, attribute).some((known) => isSame(known, value)),
    text: `(${attribute}=${value.toString('latin1')})`,
  };
}

function isSame(known: string | Buffer, value: Buffer): boolean {
  if (typeof known !== 'string') return known.equals(value);
  return known.trim().toLowerCase() === value.toString('utf8').trim().toLowerCase();
}

/** Membership through other groups, the only rule that Active Directory is asked for. */
function readExtensible(content: BerReader): ReadFilter {
  const rule = content.readString(0x81) ?? '';
  const attribute = content.readString(0x82) ?? '';
  const value = content.readString(0x83) ?? '';
  if (rule !== inChain) throw new Error(`The test server does not know the rule ${rule}.`);
  const holds = (entry: TestEntry, entries: readonly TestEntry[], seen: Set<string>): boolean =>
    valuesIn(entry, attribute).some((member) => {
      const dn = String(member).toLowerCase();
      if (dn === value.toLowerCase()) return true;
      if (seen.has(dn)) return false;
      seen.add(dn);
      const inner = entries.find((other) => other.dn.toLowerCase() === dn);
      return inner !== undefined && holds(inner, entries, seen);
    });
  return {
    matches: (entry, entries) => holds(entry, entries, new Set()),
    text: `(${attribute}:${rule}:=${value})`,
  };
}
