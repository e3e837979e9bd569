import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../files/file-storage.ts';
import { collect, type StoredContent } from '../files/stored-files.ts';
import { contentDisposition } from './content-disposition.ts';
import type { FileAnswer } from './context.ts';
import { pump } from './pump.ts';

/** Files up to this size are sent at once. */
const smallBytes = 512 * 1024;

/**
 * Sends a stored file: all of it, a single range of it (RFC 9110, 14), or 304 if the browser has this content. Always as a
 * file to save and never to run, since it may be a page with scripts. No cache keeps it, since access is limited.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { fileName, contentType, content }: FileAnswer,
): Promise<FastifyReply> {
  const { bytes } = content;
  const tag = `"${content.sha256.toString('hex')}"`;
  const isThere = isKnown(request.headers['if-none-match'], tag);
  const range = rangeOf(request, bytes, tag);
  const isBare = isThere || range === 'none of it' || request.method === 'HEAD';
  // Before any header is set, since the bytes may be lost, or the storage stop in the middle.
  const body = isBare ? null : await begin(content.read(range ?? undefined), lengthOf(content, range));
  reply
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  if (isThere) return reply.code(304).send();
  if (range === 'none of it') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  reply
    .header('content-length', lengthOf(content, range))
    .header('content-disposition', contentDisposition('attachment', fileName))
    .type(withCharset(contentType));
  // Not `undefined`: Fastify would then send a length of 0.
  if (body === null) return reply.send(Readable.from([]));
  return Buffer.isBuffer(body) ? reply.send(body) : pump(request, reply, body);
}

/** All bytes if there are few, otherwise those that come after the first piece. */
async function begin(pieces: AsyncGenerator<Buffer, void>, length: number) {
  const all = startingWith(await pieces.next(), pieces);
  return length > smallBytes ? all : collect(all, length);
}

function lengthOf({ bytes }: StoredContent, range: ByteRange | null): number {
  return range === null ? bytes : range.end - range.start + 1;
}

async function* startingWith(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer, void>) {
  try {
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  } finally {
    // Even if the client leaves during the first piece: the file would stay open.
    await rest.return();
  }
}

/** Without a charset, the browser guesses. */
function withCharset(contentType: string): string {
  return contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType;
}

function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*');
}

/** The requested range; `null` for the whole file, also if several are requested, none is valid, or the content has changed. */
function rangeOf(
  { method, headers }: FastifyRequest,
  bytes: number,
  tag: string,
): ByteRange | 'none of it' | null {
  const { range, 'if-range': ifRange } = headers;
  // Only GET has ranges.
  if (method !== 'GET' || range === undefined || (ifRange !== undefined && ifRange !== tag)) return null;
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  if (first === '' && last === '') return null;
  // Without a first position, the other number is how many bytes of the end are requested: for a shorter file, all.
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start < bytes ? { start, end } : 'none of it';
}
