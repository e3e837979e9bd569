import { type Route, route } from '../../../platform/server/http/context.ts';
import type { Sessions } from '../../../platform/server/session/sessions.ts';
import * as calls from '../contract.ts';
import { handleDecideLinkRequest } from './decide-link-request.ts';
import { handleChangePerson, handleEndPersonSession, handleEndPersonSessions } from './operations.ts';
import { handleListLinkRequests, handleListPeople, handleReadPerson } from './readings.ts';

export function peopleRoutes(sessions: Sessions): Route[] {
  return [
    route(calls.listPeople, handleListPeople),
    route(calls.readPerson, (context, { params }) => handleReadPerson(sessions, context, params.id)),
    route(calls.changePerson, (context, input) => handleChangePerson(sessions, context, input)),
    route(calls.endPersonSessions, (context, { params }) =>
      handleEndPersonSessions(sessions, context, params.id),
    ),
    route(calls.endPersonSession, (context, { params }) => handleEndPersonSession(sessions, context, params)),
    route(calls.listLinkRequests, handleListLinkRequests),
    route(calls.decideLinkRequest, (context, input) => handleDecideLinkRequest(sessions, context, input)),
  ];
}
