import type { FastifyRequest } from 'fastify';
import { anotherPerson, personHeader } from '../../contract/person-header.ts';
import type { PersonActor } from '../actor/actor.ts';
import { Refusal } from '../refusal/refusal.ts';

/**
 * A screen names the person it was drawn for. If someone else has since signed in in another tab, the screen must
 * neither act as them nor show their rows under the first name. A request that names no one is judged by its cookie.
 * @throws Refusal `another-person`
 */
export function assertDrawnFor(request: FastifyRequest, person: PersonActor): void {
  const named = request.headers[personHeader];
  if (named === undefined || named === person.id) return;
  throw new Refusal(
    'conflict',
    'Someone else signed in on this browser after you opened this page. Nothing was done. Reload the page to continue.',
    { reason: anotherPerson },
  );
}
