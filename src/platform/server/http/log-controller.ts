import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Fastify's own lines are left out (`observe.ts` writes ours), except that a response broke off through our fault. */
export class OurLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override streamError(
    error: Error & { code?: string },
    _request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      reply.log.error({ err: error }, 'A response was cut off.');
  }
}
