import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleExportEntries } from './export-entries.ts';
import {
  type AuditServices,
  handleListActions,
  handleListEntries,
  handleReadEntry,
  handleRevealEntry,
} from './readings.ts';

export function auditRoutes(services: AuditServices): Route[] {
  return [
    route(calls.listAuditEntries, (context, input) => handleListEntries(services, context, input)),
    route(calls.listAuditActions, handleListActions),
    route(calls.readAuditEntry, handleReadEntry),
    route(calls.revealAuditEntry, (context, input) => handleRevealEntry(services, context, input)),
    route(calls.exportAuditEntries, (context, input) => handleExportEntries(services, context, input)),
  ];
}
