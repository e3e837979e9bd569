import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleCount, handleReadForm, handleSearch } from './operations.ts';
import { handleDownload, handleListReports, handleStartReport } from './reports.ts';
import { handleListSaved, handleRemoveSaved, handleSave } from './saved.ts';
import type { SearchReports } from './search.ts';

export function searchReportRoutes(reports: SearchReports): Route[] {
  return [
    route(calls.readSearchForm, () => handleReadForm(reports)),
    route(calls.countSignIns, (context, input) => handleCount(reports, context, input)),
    route(calls.searchSignIns, (context, input) => handleSearch(reports, context, input)),
    route(calls.listReports, handleListReports),
    route(calls.startReport, handleStartReport),
    route(calls.downloadReport, handleDownload),
    route(calls.listSavedQuestions, handleListSaved),
    route(calls.saveQuestion, handleSave),
    route(calls.removeSavedQuestion, handleRemoveSaved),
  ];
}
