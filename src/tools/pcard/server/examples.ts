import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { listRuns } from '../contract.ts';
import { pcard } from '../tool.ts';
import { pcardSeed } from './demo/seed.ts';

const { process, runs } = pcard.screens;

/** The files come from tests of the tool itself; here, a request without one is refused just for that. */
export const examples: ToolExamples = {
  bodies: {
    previewPcard: { journalLogNumber: 'J1126' },
    previewPcardLines: { journalLogNumber: 'J1126', from: 101 },
    processPcard: { journalLogNumber: 'J1126' },
    voidPcardRun: { reason: 'The bank sent a corrected file.' },
  },
  subjects: {
    async downloadPcardRun({ platform, send }) {
      await pcardSeed.run({ platform, count: 1, random: () => 0.5 });
      const { data } = await send('business', listRuns, { query: { page: 1 } });
      return { id: data[0]?.id ?? '' };
    },
  },
  async known({ send }) {
    const { data } = await send('business', listRuns, { query: { page: 1 } });
    return { id: data.map(({ id }) => id), name: ['bank-2026-11.csv'] };
  },
  states: [
    { name: 'submit empty', path: process.path, person: 'business', steps: [{ press: 'Process file' }] },
    { name: 'nothing found', path: `${runs.path}?journalLogNumber=J9999`, person: 'business' },
  ],
};
