import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleReadRaBoard } from './board.ts';
import { handleExportRaLogs } from './export-logs.ts';
import {
  handleAddRaLog,
  handleAssignFollowUp,
  handleCloseFollowUp,
  handleReviewRaLog,
  handleReviewRaLogs,
} from './operations.ts';
import type { RaLogs } from './ra-logs.ts';
import {
  handleListBuildings,
  handleListMyFollowUps,
  handleListMyRaLogs,
  handleListRaLogs,
  handleReadLatestRaLog,
} from './readings.ts';

export function raLogRoutes(logs: RaLogs): Route[] {
  return [
    route(calls.addRaLog, (context, input) => handleAddRaLog(logs, context, input)),
    route(calls.listRaLogs, (context, input) => handleListRaLogs(logs, context, input)),
    route(calls.exportRaLogs, (context, input) => handleExportRaLogs(logs, context, input)),
    route(calls.listMyRaLogs, (context, input) => handleListMyRaLogs(logs, context, input)),
    route(calls.listMyFollowUps, (context, input) => handleListMyFollowUps(logs, context, input)),
    route(calls.readLatestRaLog, (context, input) => handleReadLatestRaLog(logs, context, input)),
    route(calls.listBuildings, (context) => handleListBuildings(logs, context)),
    route(calls.reviewRaLog, (context, input) => handleReviewRaLog(logs, context, input)),
    route(calls.reviewRaLogs, (context, input) => handleReviewRaLogs(logs, context, input)),
    route(calls.assignFollowUp, (context, input) => handleAssignFollowUp(logs, context, input)),
    route(calls.closeFollowUp, (context, input) => handleCloseFollowUp(logs, context, input)),
    route(calls.readRaBoard, (context, { query }) => handleReadRaBoard(logs, context, query.weeks)),
  ];
}
