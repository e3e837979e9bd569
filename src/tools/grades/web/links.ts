import { grades } from '../tool.ts';

/** The address of a section's grades. */
export function sectionPath(fileId: string, label: string): string {
  return grades.screens.section.path
    .replace(':gradeFileId', fileId)
    .replace(':sectionLabel', encodeURIComponent(label));
}
