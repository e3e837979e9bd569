/** A request that two readers may understand differently. */
export interface Shape {
  what: string;
  bytes: string;
  /** The status when Quad responds without a proxy. */
  status: number;
  /** The number of requests in it, when more than one. */
  answers?: number;
}

const health = '/health/live';
const body = 'x=1';
/** If it were ever taken for a separate request, the response would be 200 with its own mark. */
const smuggled = `GET ${health}?smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const last = 'Connection: close\r\n\r\n';

function post(headers: string, content: string, version = '1.1'): string {
  return `POST /api/auth/providers/demo/login HTTP/${version}\r\nHost: localhost\r\n${headers}\r\n\r\n${content}`;
}

function get(headers: string, target = health, version = '1.1'): string {
  return `GET ${target} HTTP/${version}\r\n${headers}${last}`;
}

const chunkedSmuggle = `0\r\n\r\n${smuggled}`;
const refused = (what: string, bytes: string): Shape => ({ what, bytes, status: 400 });
const host = 'Host: localhost\r\n';

/** The end of the request is stated twice, or in a way that readers understand differently. */
export const framing: readonly Shape[] = [
  refused('length and chunks', post(`Content-Length: 4\r\nTransfer-Encoding: chunked`, chunkedSmuggle)),
  refused('chunks and length', post(`Transfer-Encoding: chunked\r\nContent-Length: 4`, chunkedSmuggle)),
  refused(
    'two lengths',
    post(`Content-Length: 3\r\nContent-Length: ${3 + smuggled.length}`, body + smuggled),
  ),
  refused('the same length twice', post('Content-Length: 3\r\nContent-Length: 3', body + smuggled)),
  refused('a list of lengths', post('Content-Length: 3, 3', body + smuggled)),
  refused('a length with a sign', post('Content-Length: +3', body + smuggled)),
  refused('a hexadecimal length', post('Content-Length: 0x3', body + smuggled)),
  refused('a length below zero', post('Content-Length: -1', body + smuggled)),
  refused('a length beyond all numbers', post('Content-Length: 18446744073709551619', body + smuggled)),
  refused('an empty length', post('Content-Length: ', body + smuggled)),
  refused('a coding that is almost chunked', post('Transfer-Encoding: xchunked', chunkedSmuggle)),
  refused('chunked, then another coding', post('Transfer-Encoding: chunked, identity', chunkedSmuggle)),
  refused('another coding, then chunked', post('Transfer-Encoding: identity, chunked', chunkedSmuggle)),
  refused('chunked behind a vertical tab', post('Transfer-Encoding: \x0bchunked', chunkedSmuggle)),
  refused('chunked in quotes', post('Transfer-Encoding: "chunked"', chunkedSmuggle)),
  refused('a space before the colon', post('Transfer-Encoding : chunked', chunkedSmuggle)),
  refused('a length with a space before the colon', post('Content-Length : 3', body + smuggled)),
  refused(
    'chunks of HTTP/1.0 with a length',
    post('Content-Length: 3\r\nTransfer-Encoding: chunked', chunkedSmuggle, '1.0'),
  ),
  refused('a header over two lines', post('Transfer-Encoding:\r\n chunked', chunkedSmuggle)),
  refused('a header without a name', post(': chunked', chunkedSmuggle)),
  refused('NUL in a header', post('X-A: a\0b\r\nContent-Length: 0', smuggled)),
  refused('a lone CR in a header', post('X-A: a\rContent-Length: 3', body + smuggled)),
  refused('a lone LF between headers', post('X-A: a\nContent-Length: 3', body + smuggled)),
  refused('a lone LF behind the request line', `GET ${health} HTTP/1.1\nHost: localhost\r\n\r\n${smuggled}`),
];

const chunks =
  'Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked';
/** Chunks that do not say where they end. */
export const chunking: readonly Shape[] = [
  refused('a chunk size that is no number', post(chunks, `zz\r\n${body}\r\n${chunkedSmuggle}`)),
  refused('a chunk size below zero', post(chunks, `-3\r\n${body}\r\n${chunkedSmuggle}`)),
  refused('a chunk size with 0x', post(chunks, `0x3\r\n${body}\r\n${chunkedSmuggle}`)),
  refused(
    'a chunk size beyond all numbers',
    post(chunks, `fffffffffffffffff\r\n${body}\r\n${chunkedSmuggle}`),
  ),
  refused('a chunk that is longer than it says', post(chunks, `1\r\n${body}\r\n${chunkedSmuggle}`)),
  refused('a chunk that ends with a lone LF', post(chunks, `3\n${body}\n0\n\n${smuggled}`)),
  refused('a chunk extension with a lone LF', post(chunks, `3;a\nb\r\n${body}\r\n${chunkedSmuggle}`)),
  {
    what: 'a chunk extension of 20 kB',
    bytes: post(chunks, `3;${'a'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`),
    status: 400,
  },
];

/** Refused before its body was read, and the body is broken, too: only the first is reported. */
export const doublyRefused: Shape = {
  what: 'a foreign origin and broken chunks',
  bytes: post('Transfer-Encoding: chunked', `zz\r\n${chunkedSmuggle}`),
  status: 403,
};

/** The host is stated twice or not at all, or the request is from another HTTP version. */
export const targets: readonly Shape[] = [
  refused('two hosts', get(`${host}Host: evil.example\r\n`)),
  refused('no host', get('')),
  { what: 'a foreign host', bytes: get('Host: evil.example\r\n', '/'), status: 421 },
  { what: 'a foreign host behind a user', bytes: get('Host: localhost@evil.example\r\n', '/'), status: 421 },
  {
    what: 'a whole address of another host',
    bytes: get(host, 'http://evil.example/health/live'),
    status: 421,
  },
  // Servers have to accept it (RFC 9112, 3.2.2).
  { what: 'a whole address of our own', bytes: get(host, 'http://localhost/health/live'), status: 200 },
  refused('an unknown method', `FOO ${health} HTTP/1.1\r\n${host}${last}`),
  refused('an unknown version', get(host, health, '7.3')),
  refused('HTTP/0.9', `GET ${health}\r\n\r\n`),
  refused('HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  refused('TLS on a plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  { what: 'HTTP/1.0', bytes: get(host, health, '1.0'), status: 200 },
  { what: 'an invalid code in the path', bytes: get(host, '/%zz'), status: 400 },
  { what: 'invalid UTF-8 in the path', bytes: get(host, '/api/%ff%fe'), status: 400 },
  { what: 'three requests at once', bytes: `${smuggled}${smuggled}${get(host)}`, status: 200, answers: 3 },
];
