import { type Route, route } from '../../../platform/server/http/context.ts';
import { listDepartments } from '../contract.ts';
import { handleListDepartments } from './readings.ts';

export function employeeDirectoryRoutes(): Route[] {
  return [route(listDepartments, handleListDepartments)];
}
