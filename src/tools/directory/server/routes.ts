import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import {
  type DirectoryServices,
  handleConfirmRun,
  handleDiscardRun,
  handleUploadDirectory,
} from './operations.ts';
import { handleListRuns, handleReadChanges, handleReadState } from './readings.ts';
import { handleListStudents } from './students.ts';

export function directoryRoutes(services: DirectoryServices): Route[] {
  return [
    route(calls.listRuns, handleListRuns),
    route(calls.listStudents, handleListStudents),
    route(calls.readDirectoryState, (context) => handleReadState(services, context)),
    route(calls.readRunChanges, (context, { params }) => handleReadChanges(context, params.id)),
    route(calls.uploadDirectory, (context, { files }) =>
      handleUploadDirectory(services, context, files.file),
    ),
    route(calls.confirmRun, (context, input) => handleConfirmRun(services, context, input)),
    route(calls.discardRun, (context, { params }) => handleDiscardRun(context, params.id)),
  ];
}
