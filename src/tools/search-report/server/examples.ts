import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { searchReport } from '../tool.ts';

const question = {
  domain: 'sawtooth.example',
  inclusion: { start: '2026-01-01', end: '2026-12-31' },
  exclusion: { start: '2025-01-01', end: '2025-01-31' },
};

export const examples: ToolExamples = {
  bodies: { countSignIns: question, searchSignIns: question },
  states: [
    {
      name: 'nothing entered',
      path: searchReport.screens.reports.path,
      person: 'it',
      steps: [{ press: 'Generate' }],
    },
  ],
};
