import { type Route, route } from '../../../platform/server/http/context.ts';
import type { Sessions } from '../../../platform/server/session/sessions.ts';
import * as calls from '../contract.ts';
import { handleEndOtherSessions, handleEndOwnSession, handleListOwnSessions } from './operations.ts';

export function sessionsRoutes(sessions: Sessions): Route[] {
  return [
    route(calls.listOwnSessions, (context) => handleListOwnSessions(sessions, context)),
    route(calls.endOwnSession, (context, { params }) => handleEndOwnSession(sessions, context, params.id)),
    route(calls.endOtherSessions, (context) => handleEndOtherSessions(sessions, context)),
  ];
}
