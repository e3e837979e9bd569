import { v7 as uuid } from 'uuid';
import type { ExampleMaker, ToolExamples } from '../../../platform/server/tool/examples.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { downloadReport, saveQuestion, searchSignIns, startReport } from '../contract.ts';
import { searchReport } from '../tool.ts';
import { createEmbeddedEvents } from './events/embedded.ts';
import { makeCsv, toQuestion } from './search.ts';
import { writeIn } from './tables.ts';

const question = {
  domain: 'sawtooth.example',
  inclusion: { start: '2026-01-01', end: '2026-12-31' },
  exclusion: { start: '2025-01-01', end: '2025-01-31' },
};
const hostileQuestion = { ...question, domain: 'hostile.example' };
const { path } = searchReport.screens.reports;

export const examples: ToolExamples = {
  bodies: {
    countSignIns: question,
    searchSignIns: question,
    startReport: question,
    saveQuestion: { name: 'This year', question },
  },
  async fill({ send }) {
    for (let day = 10; day < 22; day += 1) {
      const inclusion = { ...question.inclusion, end: `2026-12-${day}` };
      await send('it', startReport, { body: { ...question, inclusion } });
    }
    await send('it', saveQuestion, { body: { name: 'This year', question } });
  },
  exports: {
    [searchSignIns.name]: { addRow: addSignIn, body: hostileQuestion },
    [downloadReport.name]: {
      addRow: addSignIn,
      params: async ({ platform }) => ({ id: await makeExample(platform, hostileQuestion) }),
    },
  },
  subjects: {
    [downloadReport.name]: async ({ platform }) => ({ id: await makeExample(platform, question) }),
  },
  states: [
    { name: 'nothing entered', path, person: 'it', steps: [{ press: 'Generate' }] },
    { name: 'second page', path: `${path}?page=2&pageSize=10`, person: 'it' },
  ],
};

async function addSignIn({ platform }: ExampleMaker, principal: string): Promise<void> {
  await platform
    .unaudited('demo data')
    .insertInto('sign_in_events' as never)
    .values({ principal, domain: hostileQuestion.domain, at: '2026-06-01T00:00:00Z' } as never)
    .execute();
}

/** A report that is ready. */
async function makeExample(platform: Platform, asked: typeof question): Promise<string> {
  const events = createEmbeddedEvents(platform.reader);
  const { timeZone } = platform.campus;
  const { csv, people, keptSince } = await makeCsv(
    { events, timeZone },
    toQuestion(asked, timeZone),
    new AbortController().signal,
  );
  const id = uuid();
  await platform
    .unaudited('demo data')
    .transaction()
    .execute(async (transaction) => {
      const owner = await transaction
        .selectFrom('people')
        .select('id')
        .where('email', '=', 'it@sawtooth.example')
        .executeTakeFirstOrThrow();
      const row = { id, asked_by_id: owner.id, asked_by: 'Examples', question: JSON.stringify(asked) };
      await writeIn(transaction)
        .insertInto('search_reports')
        .values({
          ...row,
          state: 'done',
          csv,
          people,
          kept_since: keptSince,
          reason: null,
          ended_at: new Date(),
        })
        .execute();
    });
  return id;
}
