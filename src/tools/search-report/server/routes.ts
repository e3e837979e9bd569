import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleCount, handleSearch } from './operations.ts';
import type { SearchReports } from './search.ts';

export function searchReportRoutes(reports: SearchReports): Route[] {
  return [
    route(calls.countSignIns, (context, input) => handleCount(reports, context, input)),
    route(calls.searchSignIns, (context, input) => handleSearch(reports, context, input)),
  ];
}
