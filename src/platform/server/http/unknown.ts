import type { FastifyReply } from 'fastify';
import type { Call } from '../../contract/call.ts';
import { patternOf } from '../../contract/path-pattern.ts';
import { notFound, Refusal } from '../refusal/refusal.ts';

/** What an address below `/api` without a route returns: 405 with the methods that it has, or 404. */
export function refuseUnknown(calls: readonly Call[]) {
  const known = calls.map((call) => ({ method: call.method, pattern: patternOf(call.path) }));
  return (method: string, path: string, reply: FastifyReply): Refusal => {
    const methods = known
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ method: one }) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
    if (methods.length === 0 || methods.some((known) => known === method)) return notFound();
    void reply.header('allow', [...new Set(methods)].join(', '));
    return new Refusal('method', `This address does not accept ${method}.`);
  };
}
