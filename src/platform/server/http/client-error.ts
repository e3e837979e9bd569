import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Problem, type RefusalKind, refusalStatus } from '../../contract/problem.ts';

const statusLines = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
} as const;

type ClientError = Error & { code?: string };

/**
 * Responds to what Node's HTTP parser refuses: broken syntax, headers over 16 KiB, what came too slowly. The connection
 * is closed, since no one knows where the next request would begin. Never sends a second response to a request with a
 * broken body: a proxy would take it for the response to someone else's request.
 * @param last The response to the latest request on the connection.
 */
export function answerClientError(error: ClientError, socket: Socket, last: ServerResponse | null): void {
  const isAnswered = last !== null && !last.req.complete && last.headersSent;
  if (isAnswered && socket.writable) socket.destroySoon();
  else if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else refuse(error, socket);
}

function refuse(error: ClientError, socket: Socket): void {
  const [status, detail] = explain(error.code);
  const body: Problem = { type: 'about:blank', title: statusLines[status], status, detail };
  const json = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${statusLines[status]}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(json)}`,
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'connection: close',
      '',
      json,
    ].join('\r\n'),
  );
}

function explain(code: string | undefined): [keyof typeof statusLines, string] {
  const tooLarge: RefusalKind = 'headers-too-large';
  if (code === 'HPE_HEADER_OVERFLOW')
    return [refusalStatus[tooLarge], 'The headers of this request are too large.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.'];
  return [400, 'This is not a well-formed request.'];
}
