import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleChangePage } from './change-by-it.ts';
import { handleReportCorrection } from './corrections.ts';
import { handleChangeOwnPage } from './operations.ts';
import { prepareOwnPhoto } from './own-photo.ts';
import { handleListDepartments, handleListPages, handleReadPage, handleReadPhoto } from './readings.ts';
import type { EmployeeDirectory } from './services.ts';

export function employeeDirectoryRoutes(services: EmployeeDirectory): Route[] {
  return [
    route(calls.listDepartments, (context) => handleListDepartments(services, context)),
    route(calls.listEmployeePages, (context) => handleListPages(services, context)),
    route(calls.readEmployeePage, (context, { params }) => handleReadPage(services, context, params.id)),
    route(calls.readEmployeePhoto, (context, { params }) => handleReadPhoto(services, context, params.id)),
    route(
      calls.changeOwnPage,
      (context, input) => handleChangeOwnPage(services, context, input, input.files.photo),
      { prepare: prepareOwnPhoto },
    ),
    route(calls.changeEmployeePage, (context, input) => handleChangePage(services, context, input)),
    route(calls.reportCorrection, (context, input) => handleReportCorrection(services, context, input)),
  ];
}
