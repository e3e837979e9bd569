import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../../contract/call.ts';
import { anotherPerson, personHeader } from '../../contract/person-header.ts';
import type { PersonActor, SignedInActor, TokenActor } from '../actor/actor.ts';
import { mayCall } from '../change/verdict.ts';
import { forbidden, Refusal, signedOut } from '../refusal/refusal.ts';
import { bearerOf, cookiesThatCount } from './bearer.ts';
import { createCookieJar } from './cookies.ts';
import { assertDrawnFor } from './drawn-for.ts';
import type { MountServices } from './mount.ts';
import { tellIfEnded } from './tell-if-ended.ts';

/** Who sends a request to a call that is not public. @throws Refusal unless that person or token may use the call */
export async function admit(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  services: MountServices,
): Promise<SignedInActor> {
  const secret = bearerOf(request.headers);
  if (secret !== null) return admitToken(call, secret, request, reply, services);
  const person = await identifyBy(request, services);
  if (person === null) {
    await tellIfEnded(request, reply, services);
    throw signedOut();
  }
  assertDrawnFor(request, person);
  if (!mayCall(person, call)) throw forbidden();
  return person;
}

/** The person of a request's session cookie. */
export async function identifyBy(
  request: FastifyRequest,
  services: MountServices,
): Promise<PersonActor | null> {
  const jar = createCookieJar(cookiesThatCount(request), services.publicUrl);
  const token = jar.read(services.sessionCookie);
  const person = token === undefined ? null : await services.authenticate(token);
  request.personId = person?.id ?? null;
  return person;
}

/** A call that accepts no tokens refuses all of them alike, so that it does not reveal which of them exist. */
async function admitToken(
  call: Call,
  secret: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { tokens }: MountServices,
): Promise<TokenActor> {
  if (call.tokens === undefined) {
    throw new Refusal('forbidden', "This call can't be used with a service token.", { reason: 'no-tokens' });
  }
  // RFC 6750, 3: what is wrong with a token comes with this header.
  reply.header('www-authenticate', 'Bearer');
  const token = await tokens.authenticate(secret, request.clientAddress);
  reply.removeHeader('www-authenticate');
  request.tokenId = token.id;
  if (request.headers[personHeader] !== undefined) {
    const detail =
      'This request names a person in Quad-Person, but it comes with a service token. Nothing was done.';
    throw new Refusal('conflict', detail, { reason: anotherPerson });
  }
  if (mayCall(token, call)) return token;
  const detail = `This service token doesn't have the permission "${call.tokens}".`;
  throw new Refusal('forbidden', detail, { reason: 'token-permission' });
}
