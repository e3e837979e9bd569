import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import type { Pcard } from './make-run.ts';
import * as operations from './operations.ts';

export function pcardRoutes(pcard: Pcard): Route[] {
  return [
    route(calls.readPcardForm, () => operations.handleReadForm(pcard)),
    route(calls.previewPcard, (context, input) =>
      operations.handlePreview(pcard, context, input, input.files.file),
    ),
    route(calls.previewPcardLines, (_context, input) =>
      operations.handlePreviewLines(pcard, input, input.files.file),
    ),
    route(calls.processPcard, (context, input) =>
      operations.handleProcess(pcard, context, input, input.files.file),
    ),
    route(calls.downloadPcardSample, (_context, input) => operations.handleSample(pcard, input)),
    route(calls.listRuns, operations.handleListRuns),
    route(calls.readRun, operations.handleReadRun),
    route(calls.readRunLines, operations.handleReadLines),
    route(calls.downloadRun, operations.handleDownload),
    route(calls.voidRun, operations.handleVoid),
  ];
}
