import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleDecideLinkRequest } from './decide-link-request.ts';
import { handleListHolders, presentDeclared, presentDeclaredRight } from './holders.ts';
import { handleListNewcomers } from './newcomers.ts';
import { handleChangePerson, handleEndPersonSession, handleEndPersonSessions } from './operations.ts';
import {
  handleListLinkRequests,
  handleListPeople,
  handleReadPerson,
  type PeopleServices,
} from './readings.ts';

export function peopleRoutes(services: PeopleServices): Route[] {
  const { sessions } = services;
  return [
    route(calls.listPeople, handleListPeople),
    route(calls.listNewcomers, handleListNewcomers),
    route(calls.listPermissions, async () => ({
      data: [...services.permissions.map(presentDeclared), ...services.rowRights().map(presentDeclaredRight)],
    })),
    route(calls.listHolders, (context, input) => handleListHolders(services, context, input)),
    route(calls.readPerson, (context, { params }) => handleReadPerson(services, context, params.id)),
    route(calls.changePerson, (context, input) => handleChangePerson(sessions, context, input)),
    route(calls.endPersonSessions, (context, { params }) =>
      handleEndPersonSessions(sessions, context, params.id),
    ),
    route(calls.endPersonSession, (context, { params }) => handleEndPersonSession(sessions, context, params)),
    route(calls.listLinkRequests, handleListLinkRequests),
    route(calls.decideLinkRequest, (context, input) => handleDecideLinkRequest(sessions, context, input)),
  ];
}
