import type { Socket } from 'node:net';
import { type Problem, type RefusalKind, refusalStatus } from '../../contract/problem.ts';

const statusLines = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
} as const;

/**
 * Answers what Node's HTTP parser refuses before there is a request: broken syntax, headers beyond 16 KiB, slow headers.
 * The connection is closed, since nobody knows where the next request would begin.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
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
