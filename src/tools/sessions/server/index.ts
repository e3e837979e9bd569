import { route } from '../../../platform/server/http/context.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import * as calls from '../contract.ts';
import { sessions } from '../tool.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './operations.ts';

export const sessionsServer = defineServerTool({
  tool: sessions,
  calls: calls.sessionsCalls,
  async start(platform) {
    return {
      routes: [
        route(calls.listOwnSessions, (context) => listOwnSessions(platform.sessions, context)),
        route(calls.endOwnSession, (context, { params }) =>
          endOwnSession(platform.sessions, context, params.id),
        ),
        route(calls.endOtherSessions, (context) => endOtherSessions(platform.sessions, context)),
      ],
    };
  },
});
