import { type Route, route } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import * as calls from '../contract.ts';
import { demoFile } from './demo-grades.ts';
import { handleExport } from './export.ts';
import type { Grades } from './grades.ts';
import { handleListFiles, handleListUploads, handleReadGrades } from './readings.ts';
import { handleUndo } from './undo.ts';
import { handlePreview, handleUpload } from './upload.ts';

export function gradesRoutes(grades: Grades): Route[] {
  return [
    route(calls.listGradeFiles, (context, input) => handleListFiles(grades, context, input)),
    route(calls.readUploadRules, async () => ({
      data: { terms: grades.terms, keepYears: grades.keepYears },
    })),
    route(calls.readGrades, handleReadGrades),
    route(calls.previewGrades, (context, input) => handlePreview(grades, context, input, input.files.file)),
    route(calls.uploadGrades, (context, input) => handleUpload(grades, context, input, input.files.file)),
    route(calls.listGradeUploads, handleListUploads),
    route(calls.undoGradeUpload, handleUndo),
    route(calls.exportGrades, handleExport),
    route(calls.readDemoGrades, async (_context, { params: { which } }) => {
      if (!grades.demo) throw refusalOf(calls.readDemoGrades, 'no-demo');
      return { data: { fileName: `grades-${which}.csv`, content: demoFile(which) } };
    }),
  ];
}
