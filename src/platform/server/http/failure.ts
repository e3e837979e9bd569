import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOutage } from '../db/database.ts';
import { invalid, Refusal, toProblem, unavailable } from '../refusal/refusal.ts';

/** For an address with a percent sign, or bytes behind one, that stand for no character. */
export function unreadableAddress(): Refusal {
  return new Refusal('invalid', "This address can't be read. Check it for typos.");
}

/** Fastify's own refusals by their code. */
const byCode: Record<string, () => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('too-large', 'What you sent is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Refusal('unsupported-type', 'This type of content is not accepted here.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => invalid({ form: 'This is not valid JSON.' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    invalid({ form: 'The content is not as long as its Content-Length says.' }),
  FST_ERR_BAD_URL: unreadableAddress,
  FST_REQ_FILE_TOO_LARGE: () => new Refusal('too-large', 'This file is too large.'),
  FST_PARTS_LIMIT: () => new Refusal('too-large', 'This form has too many parts.'),
  FST_FILES_LIMIT: () => new Refusal('too-large', 'There are too many files.'),
  FST_FIELDS_LIMIT: () => new Refusal('too-large', 'This form has too many fields.'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => new Refusal('unsupported-type', 'This is not a form with files.'),
};

/** Turns whatever was thrown into a refusal; anything unknown is a defect. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isOutage(error)) return unavailable(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = byCode[code];
  if (known !== undefined) return known();
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Refusal('invalid', 'The request could not be read.');
  }
  return new Refusal(
    'defect',
    'Something went wrong on our end. Try again. If it keeps happening, contact IT.',
    {
      cause: error,
    },
  );
}

/**
 * Logs our own faults with their cause; a person's mistake is only a line of the access log. What fails for
 * every request during an outage is logged once in a while.
 */
export function logRefusal(refusal: Refusal, request: FastifyRequest): void {
  if (hasLeft(request)) {
    const { config, url } = request.routeOptions;
    request.log.info({ method: request.method, route: config.call ?? url }, 'the client left');
    return;
  }
  if (refusal.status < 500) return;
  const error = refusal.details.cause ?? refusal;
  if (refusal.kind === 'unavailable') request.server.outages.error(kindOf(error), error, refusal.message);
  else request.log.error({ err: error }, refusal.message);
}

/** Before the request had arrived whole: a failure then is not our fault. */
function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** The code of an error, or its message if it has none; messages of `pg` and of sockets name no one. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message.slice(0, 100);
}

/** The status and headers that a refusal gives its response, in any form. */
export function withRefusal(refusal: Refusal, reply: FastifyReply): FastifyReply {
  const { retryAfterSeconds } = refusal.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (refusal.kind === 'too-large') {
    // Fastify would close the connection with part of the body unread, so the system would reset it. A client that is still
    // sending would never see this response, and a proxy would say 502.
    reply.removeHeader('connection');
    reply.server.pace.dropRest(reply.request.raw);
  }
  return reply.code(refusal.status);
}

/** The one place where refusals become problem+json. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error);
  logRefusal(refusal, request);
  return withRefusal(refusal, reply)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(toProblem(refusal, request.id)));
}
