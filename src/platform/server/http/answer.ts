import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../../contract/call.ts';
import { contentDisposition } from './content-disposition.ts';
import type { Download, FileAnswer, Page } from './context.ts';
import { sendFile } from './send-file.ts';

/** Marks a response that is already checked and written: it is stored with its key, and repeated as it was. */
export class CheckedAnswer {
  readonly status: number;
  readonly body: string | null;

  constructor(status: number, body: string | null) {
    this.status = status;
    this.body = body;
  }
}

/** Checks a JSON response against its shape: a column that the call does not declare cannot leave. */
export function toJson(call: Call, answer: unknown): string | null {
  return call.reply.kind === 'json' ? JSON.stringify(call.reply.shape.parse(answer)) : null;
}

/** The same response for HEAD. A stream is ended unread, since no one gets what it would read from the database. */
export function withoutContent(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('body' in answer)) return answer;
  if (!(answer.body instanceof Readable)) return answer;
  answer.body.destroy();
  return { ...answer, body: Readable.from([]) };
}

/** Sends what a handler returned in the form that its call declares. */
export function answerWith(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): FastifyReply | Promise<FastifyReply> {
  if (answer instanceof CheckedAnswer) return sendJson(request, reply, answer.status, answer.body);
  switch (call.reply.kind) {
    case 'json':
      return sendJson(request, reply, call.reply.status, toJson(call, answer));
    case 'empty':
      return reply.code(204).send();
    case 'text':
      return reply.type(call.reply.contentType).send(answer);
    case 'download':
      return sendDownload(reply, call.reply.contentType, answer as Download);
    case 'file':
      return sendFile(request, reply, answer as FileAnswer);
    case 'page':
    case 'redirect':
      return sendPageOrRedirect(reply, call, answer as Page | { location: string });
  }
}

function sendJson(
  { server, personId, tokenId }: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: string | null,
): FastifyReply {
  if (body === null) return reply.code(status).send();
  const who = personId ?? tokenId;
  if (who !== null) server.unread.count(who, reply.raw, body.length);
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

function sendPageOrRedirect(
  reply: FastifyReply,
  call: Call,
  answer: Page | { location: string },
): FastifyReply {
  if ('location' in answer) {
    const status = call.reply.kind === 'redirect' ? call.reply.status : 303;
    return reply.code(status).header('location', answer.location).send();
  }
  return reply
    .code(answer.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(answer.html);
}

function sendDownload(reply: FastifyReply, declaredType: string, download: Download): FastifyReply {
  const disposition = download.inline === true ? 'inline' : 'attachment';
  return reply
    .type(download.contentType ?? declaredType)
    .header('content-disposition', contentDisposition(disposition, download.fileName))
    .send(download.body);
}
