import type { WebTool } from '../platform/web/routes/web-tool.ts';
import { auditWeb } from './audit/web/index.ts';
import { comingsAndGoingsWeb } from './comings-and-goings/web/index.ts';
import { directoryWeb } from './directory/web/index.ts';
import { employeeDirectoryWeb } from './employee-directory/web/index.ts';
import { facilitiesWeb } from './facilities/web/index.ts';
import { filesWeb } from './files/web/index.ts';
import { gradesWeb } from './grades/web/index.ts';
import { grantsWeb } from './grants/web/index.ts';
import { helpDeskWeb } from './help-desk/web/index.ts';
import { noticesWeb } from './notices/web/index.ts';
import { notificationsWeb } from './notifications/web/index.ts';
import { outgoingMailWeb } from './outgoing-mail/web/index.ts';
import { passwordResetWeb } from './password-reset/web/index.ts';
import { pcardWeb } from './pcard/web/index.ts';
import { peopleWeb } from './people/web/index.ts';
import { postersWeb } from './posters/web/index.ts';
import { queueWeb } from './queue/web/index.ts';
import { raLogsWeb } from './ra-logs/web/index.ts';
import { searchReportWeb } from './search-report/web/index.ts';
import { serviceTokensWeb } from './service-tokens/web/index.ts';
import { sessionsWeb } from './sessions/web/index.ts';
import { shortLinksWeb } from './short-links/web/index.ts';
import { wifiKeysWeb } from './wifi-keys/web/index.ts';

/** The screens of all tools, one line each. */
export const webTools: readonly WebTool[] = [
  shortLinksWeb,
  queueWeb,
  peopleWeb,
  auditWeb,
  directoryWeb,
  comingsAndGoingsWeb,
  employeeDirectoryWeb,
  sessionsWeb,
  notificationsWeb,
  serviceTokensWeb,
  facilitiesWeb,
  raLogsWeb,
  filesWeb,
  wifiKeysWeb,
  noticesWeb,
  helpDeskWeb,
  outgoingMailWeb,
  passwordResetWeb,
  grantsWeb,
  postersWeb,
  gradesWeb,
  pcardWeb,
  searchReportWeb,
];
