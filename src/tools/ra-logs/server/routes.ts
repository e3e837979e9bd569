import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { readRaBoard } from './board.ts';
import { exportRaLogs } from './export-logs.ts';
import { addRaLog, assignFollowUp, closeFollowUp, reviewRaLog } from './operations.ts';
import type { RaLogs } from './ra-logs.ts';
import { listBuildings, listMyRaLogs, listRaLogs, readLatestRaLog } from './readings.ts';

export function raLogRoutes(logs: RaLogs): Route[] {
  return [
    route(calls.addRaLog, (context, input) => addRaLog(logs, context, input)),
    route(calls.listRaLogs, (context, input) => listRaLogs(logs, context, input)),
    route(calls.exportRaLogs, (context, input) => exportRaLogs(logs, context, input)),
    route(calls.listMyRaLogs, (context, input) => listMyRaLogs(logs, context, input)),
    route(calls.readLatestRaLog, (context, input) => readLatestRaLog(logs, context, input)),
    route(calls.listBuildings, (context) => listBuildings(logs, context)),
    route(calls.reviewRaLog, (context, input) => reviewRaLog(logs, context, input)),
    route(calls.assignFollowUp, (context, input) => assignFollowUp(logs, context, input)),
    route(calls.closeFollowUp, (context, input) => closeFollowUp(logs, context, input)),
    route(calls.readRaBoard, (context, { query }) => readRaBoard(logs, context, query.weeks)),
  ];
}
