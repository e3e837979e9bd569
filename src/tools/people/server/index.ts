import { route } from '../../../platform/server/http/context.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import * as calls from '../contract.ts';
import { people } from '../tool.ts';
import { decideLinkRequest } from './decide-link-request.ts';
import { changePerson, endPersonSession, endPersonSessions } from './operations.ts';
import { listLinkRequests, listPeople, readPerson } from './readings.ts';

export const peopleServer = defineServerTool({
  tool: people,
  calls: calls.peopleCalls,
  async start({ sessions }) {
    return {
      routes: [
        route(calls.listPeople, listPeople),
        route(calls.readPerson, (context, { params }) => readPerson(sessions, context, params.id)),
        route(calls.changePerson, (context, input) => changePerson(sessions, context, input)),
        route(calls.endPersonSessions, (context, { params }) =>
          endPersonSessions(sessions, context, params.id),
        ),
        route(calls.endPersonSession, (context, { params }) => endPersonSession(sessions, context, params)),
        route(calls.listLinkRequests, listLinkRequests),
        route(calls.decideLinkRequest, (context, input) => decideLinkRequest(sessions, context, input)),
      ],
    };
  },
});
