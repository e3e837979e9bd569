import { BerReader, BerWriter, ProtocolOperation } from 'ldapts';
import { contentOf, type ReadFilter, readFilter, type TestEntry, valuesIn } from './filter.ts';

export interface Request {
  id: number;
  operation: number;
  content: BerReader;
  /** Values by their names. */
  controls: Map<string, Buffer>;
}

/** Cuts what has arrived into whole messages. */
export function takeMessages(received: Buffer): { requests: Request[]; rest: Buffer } {
  const requests: Request[] = [];
  let rest = received;
  for (;;) {
    const reader = new BerReader(rest);
    if (rest.length < 2 || reader.readSequence() === null || reader.remain < reader.length)
      return { requests, rest };
    const end = reader.offset + reader.length;
    requests.push(readRequest(rest.subarray(reader.offset, end)));
    rest = rest.subarray(end);
  }
}

function readRequest(bytes: Buffer): Request {
  const reader = new BerReader(bytes);
  const id = reader.readInt() ?? 0;
  const operation = reader.peek() ?? 0;
  const content = contentOf(reader, operation);
  const controls = new Map<string, Buffer>();
  if (reader.peek() === ProtocolOperation.LDAP_CONTROLS) {
    const list = contentOf(reader, ProtocolOperation.LDAP_CONTROLS);
    while (list.remain > 0) {
      const control = contentOf(list, 0x30);
      const name = control.readString() ?? '';
      if (control.peek() === 0x01) control.readBoolean();
      controls.set(
        name,
        control.remain > 0 ? (control.readString(0x04, true) ?? Buffer.alloc(0)) : Buffer.alloc(0),
      );
    }
  }
  return { id, operation, content, controls };
}

export function readBind({ content }: Request): { dn: string; password: string } {
  content.readInt();
  return { dn: content.readString() ?? '', password: content.readString(0x80) ?? '' };
}

export interface SearchRequest {
  base: string;
  scope: number;
  most: number;
  filter: ReadFilter;
  attributes: string[];
}

export function readSearch({ content }: Request): SearchRequest {
  const base = content.readString() ?? '';
  const scope = content.readEnumeration() ?? 0;
  content.readEnumeration();
  const most = content.readInt() ?? 0;
  content.readInt();
  content.readBoolean();
  const filter = readFilter(content);
  const list = contentOf(content, 0x30);
  const attributes: string[] = [];
  while (list.remain > 0) attributes.push(list.readString() ?? '');
  return { base, scope, most, filter, attributes };
}

export interface Result {
  operation: number;
  code?: number;
  message?: string;
  control?: { name: string; value: Buffer };
}

export function writeResult(id: number, { operation, code = 0, message = '', control }: Result): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(operation);
  writer.writeEnumeration(code);
  writer.writeString('');
  writer.writeString(message);
  writer.endSequence();
  if (control !== undefined) {
    writer.startSequence(ProtocolOperation.LDAP_CONTROLS);
    writer.startSequence();
    writer.writeString(control.name);
    writer.writeBuffer(control.value, 0x04);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}

/** @param renamed Sent in place of an attribute, such as `member;range=0-1`. */
export function writeEntry(
  id: number,
  entry: TestEntry,
  attributes: readonly string[],
  sent: (entry: TestEntry, attribute: string) => { name: string; values: readonly (string | Buffer)[] }[],
): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(ProtocolOperation.LDAP_RES_SEARCH_ENTRY);
  writer.writeString(entry.dn);
  writer.startSequence();
  for (const { name, values } of attributes.flatMap((attribute) => sent(entry, attribute))) {
    if (values.length === 0 && !name.includes(';')) continue;
    writer.startSequence();
    writer.writeString(name);
    writer.startSequence(ProtocolOperation.LBER_SET);
    for (const value of values)
      writer.writeBuffer(typeof value === 'string' ? Buffer.from(value) : value, 0x04);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

/** An attribute as it is; Active Directory sends long ones in parts of `rangeSize`. */
export function attributeSent(rangeSize: number) {
  return (entry: TestEntry, asked: string) => {
    const [attribute = '', range] = asked.split(';range=');
    const values = valuesIn(entry, attribute);
    if (values.length <= rangeSize) return [{ name: attribute, values }];
    const from = Number(range?.split('-')[0] ?? 0);
    const part = values.slice(from, from + rangeSize);
    const to = from + rangeSize >= values.length ? '*' : from + rangeSize - 1;
    return [{ name: `${attribute};range=${from}-${to}`, values: part }];
  };
}
