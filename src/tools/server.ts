import type { ServerTool } from '../platform/server/tool/server-tool.ts';
import { auditServer } from './audit/server/index.ts';
import { comingsAndGoingsServer } from './comings-and-goings/server/index.ts';
import { directoryServer } from './directory/server/index.ts';
import { employeeDirectoryServer } from './employee-directory/server/index.ts';
import { facilitiesServer } from './facilities/server/index.ts';
import { filesServer } from './files/server/index.ts';
import { gradesServer } from './grades/server/index.ts';
import { grantsServer } from './grants/server/index.ts';
import { helpDeskServer } from './help-desk/server/index.ts';
import { noticesServer } from './notices/server/index.ts';
import { notificationsServer } from './notifications/server/index.ts';
import { outgoingMailServer } from './outgoing-mail/server/index.ts';
import { passwordResetServer } from './password-reset/server/index.ts';
import { pcardServer } from './pcard/server/index.ts';
import { peopleServer } from './people/server/index.ts';
import { postersServer } from './posters/server/index.ts';
import { queueServer } from './queue/server/index.ts';
import { raLogsServer } from './ra-logs/server/index.ts';
import { searchReportServer } from './search-report/server/index.ts';
import { serviceTokensServer } from './service-tokens/server/index.ts';
import { sessionsServer } from './sessions/server/index.ts';
import { shortLinksServer } from './short-links/server/index.ts';
import { wifiKeysServer } from './wifi-keys/server/index.ts';

/** Every tool of the portal, one line each. */
export const serverTools: readonly ServerTool[] = [
  shortLinksServer,
  queueServer,
  peopleServer,
  auditServer,
  directoryServer,
  comingsAndGoingsServer,
  employeeDirectoryServer,
  sessionsServer,
  notificationsServer,
  serviceTokensServer,
  facilitiesServer,
  filesServer,
  wifiKeysServer,
  noticesServer,
  helpDeskServer,
  // After the tool that uses its door: hand-overs lock things in this order, as solving a ticket locks its log.
  raLogsServer,
  outgoingMailServer,
  passwordResetServer,
  grantsServer,
  postersServer,
  gradesServer,
  pcardServer,
  searchReportServer,
];
