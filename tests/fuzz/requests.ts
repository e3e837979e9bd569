import fc from 'fast-check';
import type { Call } from '../../src/platform/contract/call.ts';
import { hostileAddressPart, hostileText, hostileValue } from './hostile-values.ts';
import { describedBy, validValue } from './valid-values.ts';

/** A request as it is sent. */
export interface Sent {
  url: string;
  payload?: string;
  headers: Record<string, string>;
}

type Fields = Record<string, unknown>;
/** Existing ids and names, by the name of the field. */
export type Known = Readonly<Record<string, readonly string[]>>;

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  upload: 'multipart/form-data; boundary=x',
} as const;

/** Valid requests of a call, as far as its shapes say. */
export function validRequest(call: Call, known: Known): fc.Arbitrary<Sent> {
  return partsOf(call, known).map((parts) => compose(call, parts));
}

/** Requests of a call with one thing wrong: in the body, in the address, or in how the body is encoded. */
export function brokenRequest(call: Call, known: Known): fc.Arbitrary<Sent> {
  const parts = partsOf(call, known);
  const names = (shape: Parameters<typeof describedBy>[0] | undefined) =>
    shape === undefined ? [] : Object.keys(describedBy(shape).properties ?? {});
  const params = names(call.params);
  const query = [...names(call.query), 'page', 'undeclared', '__proto__'];
  const fields = [...names(call.body?.shape), 'undeclared', '__proto__', 'constructor'];
  const ways: fc.Arbitrary<Sent>[] = [
    fc.tuple(parts, fc.constantFrom(...query), hostileAddressPart).map(([valid, name, value]) => {
      const sent = compose(call, valid);
      return { ...sent, url: `${sent.url}&${name}=${value}` };
    }),
    fc.tuple(parts, fc.constantFrom(...query)).map(([valid, name]) => {
      const sent = compose(call, valid);
      return { ...sent, url: `${sent.url}&${name}=1&${name}=2&${name}[]=3&${name}&=&%` };
    }),
  ];
  if (params.length > 0) {
    const way = fc.tuple(parts, fc.constantFrom(...params), hostileAddressPart);
    ways.push(way.map(([valid, name, value]) => compose(call, valid, { [name]: value })));
  }
  if (call.body !== undefined) {
    const change = fc.tuple(parts, fc.constantFrom(...fields), hostileValue);
    ways.push(
      ...Array.from({ length: 4 }, () =>
        change.map(([valid, name, value]) =>
          compose(call, { ...valid, body: withField(valid.body, name, value) }),
        ),
      ),
      fc.tuple(parts, hostileValue).map(([valid, body]) => compose(call, { ...valid, body })),
      fc.tuple(parts, hostileWriting).map(([valid, write]) => write(compose(call, valid))),
    );
  }
  return fc.oneof(...ways);
}

/** A field of a call that accepts text, or anything. */
export interface TextField {
  part: keyof Parts;
  name: string;
  /** In characters. */
  longest: number;
}

/** Node refuses longer addresses before anyone reads them, in characters that take six each. */
export const longestInAddress = 2_500;
/** Of a field without a limit of its own, in the body of a form. */
const longestInBody = 60_000;

export function textFieldsOf(call: Call): TextField[] {
  const parts = { params: call.params, query: call.query, body: call.body?.shape };
  return Object.entries(parts).flatMap(([part, shape]) => {
    if (shape === undefined) return [];
    return Object.entries(describedBy(shape).properties ?? {})
      .filter(([, field]) => takesText(field))
      .map(([name, field]) => {
        const most = part === 'body' ? longestInBody : longestInAddress;
        return { part: part as keyof Parts, name, longest: Math.min(longestOf(field) ?? most, most) };
      });
  });
}

function longestOf(field: ReturnType<typeof describedBy> | boolean): number | undefined {
  if (typeof field === 'boolean') return undefined;
  return field.maxLength ?? field.anyOf?.map(longestOf).find((one) => one !== undefined);
}

function takesText(field: ReturnType<typeof describedBy> | boolean): boolean {
  if (typeof field === 'boolean') return field;
  const { type, anyOf } = field;
  return anyOf === undefined ? type === undefined || type === 'string' : anyOf.some(takesText);
}

/** Requests of a call with this text in one field, and nothing wrong elsewhere. */
export function requestWith(
  call: Call,
  known: Known,
  { part, name }: TextField,
  text: string,
): fc.Arbitrary<Sent> {
  return partsOf(call, known).map((parts) =>
    compose(call, { ...parts, [part]: withField(parts[part], name, text) }),
  );
}

interface Parts {
  params: Fields;
  query: Fields;
  body: unknown;
}

function partsOf(call: Call, known: Known): fc.Arbitrary<Parts> {
  const of = (shape: Parameters<typeof describedBy>[0] | undefined) =>
    (shape === undefined ? fc.constant({}) : validValue(shape, known)) as fc.Arbitrary<Fields>;
  return fc.record({ params: of(call.params), query: of(call.query), body: of(call.body?.shape) });
}

function withField(body: unknown, name: string, value: unknown): unknown {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  // As an own property, even if the name is `__proto__`.
  return Object.fromEntries([...fields, [name, value]]);
}

function compose(call: Call, { params, query, body }: Parts, written: Record<string, string> = {}): Sent {
  const path = call.path.replace(
    /:([A-Za-z]+)/g,
    (_whole, name: string) => written[name] ?? encodeURIComponent(String(params[name] ?? 'x').toWellFormed()),
  );
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return { url: `${path}?${search}`, ...payloadOf(call, body) };
}

function payloadOf(call: Call, body: unknown): Omit<Sent, 'url'> {
  if (call.body === undefined) return { headers: {} };
  const headers = { 'content-type': contentTypes[call.body.kind] };
  if (call.body.kind === 'json') return { payload: JSON.stringify(body) ?? 'undefined', headers };
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const texts = fields.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  if (call.body.kind === 'form') return { payload: String(new URLSearchParams(texts)), headers };
  const parts = [
    ...texts.map(([name, text]) => `name="${encodeURIComponent(name)}"\r\n\r\n${text}`),
    ...Object.keys(call.body.files).map(
      (name) => `name="${name}"; filename="x.csv"\r\n\r\n${JSON.stringify(body)}`,
    ),
  ];
  const payload = parts.map((part) => `--x\r\ncontent-disposition: form-data; ${part}\r\n`);
  return { payload: `${payload.join('')}--x--\r\n`, headers };
}

const withPayload = (change: (payload: string) => string) => (sent: Sent) => ({
  ...sent,
  payload: change(sent.payload ?? ''),
});
const withType = (type: string) => (sent: Sent) => ({
  ...sent,
  headers: { ...sent.headers, 'content-type': type },
});

/** Bodies that are not bodies, repeated names, and wrong content types. */
const hostileWriting: fc.Arbitrary<(sent: Sent) => Sent> = fc.oneof(
  fc.constantFrom(
    withPayload((text) => text.slice(0, -2)),
    withPayload((text) => `${text}${text}`),
    withPayload((text) => text.replace(/^\{/, '{"__proto__":{"admin":true},')),
    withPayload((text) => text.replace(/^\{"(\w+)":/, '{"$1":null,"$1":')),
    withPayload((text) => text.replace(/"(?=[,}])/, '\\ud800"')),
    withPayload((text) => text.replace(/"(?=[,}])/, '\\u0000"')),
    withPayload((text) => text.replace(/:[^,}]+/, ':1e999')),
    withPayload((text) => `${'['.repeat(9_000)}${text}`),
    withPayload(() => ''),
    withPayload((text) => `\ufeff${text}`),
    withType('text/plain'),
    withType('application/json; charset=utf-16'),
    withType('application/json,text/html'),
    withType('multipart/form-data'),
    withType('multipart/form-data; boundary='),
    withType(`multipart/form-data; boundary=${'x'.repeat(300)}`),
    withType(''),
  ),
  hostileText.map((text) => withPayload(() => text.toWellFormed())),
);
