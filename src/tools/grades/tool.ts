import { defineTool } from '../../platform/contract/tool.ts';
import { readUploadRules } from './contract.ts';

export const grades = defineTool({
  id: 'grades',
  title: 'Grade Files',
  permissions: {
    'grades.open': 'Upload grade files, and see, undo, and export your own.',
    'grades.see-all': "See and export everyone's grade files.",
  },
  // The files of others are on the page of one's own.
  includes: { 'grades.see-all': ['grades.open'] },
  screens: {
    files: {
      path: '/integrations/canvas/my-grade-files',
      title: 'My Grade Files',
      lead: 'Quiz grades with retakes, one file for each term.',
      access: 'grades.open',
      keywords: ['canvas', 'grades', 'quiz', 'retake', 'gradebook', 'math'],
    },
    upload: {
      path: '/integrations/canvas/upload-grades',
      title: 'Upload Grades',
      parents: ['/integrations/canvas/my-grade-files'],
      access: 'grades.open',
      keywords: ['canvas', 'grades', 'csv', 'template', 'retake'],
      reads: [readUploadRules],
    },
    section: {
      path: '/integrations/canvas/grade-file/:gradeFileId/:sectionLabel',
      title: 'Grades',
      parents: ['/integrations/canvas/my-grade-files'],
      access: 'grades.open',
    },
  },
  tiles: [
    // The specification has both pages in the navigation under Canvas, and on no page of tiles.
    {
      screen: 'files',
      title: 'My Grade Files',
      about: 'See quiz grades with retakes, and export them.',
      icon: 'grades',
      group: 'academics',
    },
    {
      screen: 'upload',
      title: 'Upload Grades',
      about: 'Add or replace the quiz grades of a term, from a CSV file.',
      icon: 'upload-grades',
      group: 'academics',
    },
  ],
});
