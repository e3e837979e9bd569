import { filtersOf, type ToolExamples } from '../../../platform/server/tool/examples.ts';
import {
  addRaLog,
  assignFollowUp,
  closeFollowUp,
  listMyFollowUps,
  listRaLogs,
  reviewRaLog,
} from '../contract.ts';
import { raLogs } from '../tool.ts';

const building = 'Anderson';
const { screens } = raLogs;
const list = screens.logs.path;

export const examples: ToolExamples = {
  bodies: {
    addRaLog: { building },
    reviewRaLogs: { ids: ['0198a000-0000-7000-8000-000000000009'] },
    assignFollowUp: { owner: 'reslife@sawtooth.example', confirmed: true },
    closeFollowUp: { closingNote: 'Done.' },
  },
  // The seeds fill the list of all logs; these belong to one person.
  async fill({ send }) {
    for (let log = 0; log < 12; log += 1) {
      const { data } = await send('it', addRaLog, { body: { building, followUp: true } });
      const body = { owner: 'it@sawtooth.example' };
      await send('it', assignFollowUp, { params: { id: data._id }, body });
    }
  },
  lists: {
    listRaLogs: { choices: ['building', 'from', 'to'] },
    listMyRaLogs: { choices: ['building', 'from', 'to'] },
  },
  found: {
    'ra-logs.own-logs': ({ link }) => ({ query: { page: '1', ...filtersOf(link) } }),
    'ra-logs.logs': ({ link }) => ({ query: { page: '1', pageSize: '100', ...filtersOf(link) } }),
  },
  exports: {
    exportRaLogs: {
      async addRow({ send }, text, index) {
        // One person may ask for 20 follow-ups in an hour, and a test has more texts than that.
        const person = index % 2 === 0 ? 'it' : 'reslife';
        const texts = { safetyConcerns: text, warnings: text, reports: text, comments: text };
        const { data } = await send(person, addRaLog, { body: { building, followUp: true, ...texts } });
        const params = { id: data._id };
        await send('it', reviewRaLog, { params, body: {} });
        await send('it', assignFollowUp, {
          params,
          body: { owner: '-owner@sawtooth.example', confirmed: true },
        });
        await send('it', closeFollowUp, { params, body: { closingNote: text } });
      },
      column: 'comments',
    },
  },
  belongings: {
    'ra-logs.follow-ups': {
      async make({ send }, { email }) {
        const { data } = await send('it', addRaLog, { body: { building, followUp: true } });
        await send('it', assignFollowUp, { params: { id: data._id }, body: { owner: email } });
        return data._id;
      },
      async has({ send }, { key }, id) {
        const { data } = await send(key, listMyFollowUps, { query: { page: 1, pageSize: 100 } });
        return data.some(({ _id }) => _id === id);
      },
    },
  },
  namesOthers: {
    // Filters of a list.
    listRaLogs: ['submittedBy', 'reviewedBy'],
    exportRaLogs: ['submittedBy', 'reviewedBy'],
    // The server's own name replaces it.
    reviewRaLog: ['reviewedBy'],
    // A follow-up is assigned to someone else.
    assignFollowUp: ['owner'],
  },
  states: [
    {
      name: 'board as a table',
      path: screens.board.path,
      person: 'reslife',
      steps: [{ press: 'Show as a table' }],
    },
    { name: 'unassigned follow-ups', path: `${list}?followUp=unassigned`, person: 'reslife' },
    { name: 'assign', path: `${list}?followUp=open`, person: 'reslife', steps: [{ press: 'Assign to…' }] },
    {
      name: 'close',
      path: `${list}?followUp=open`,
      person: 'reslife',
      steps: [{ press: 'Close follow-up' }],
    },
    { name: 'nothing found', path: `${list}?submittedBy=zzzz`, person: 'reslife' },
    { name: 'no such building', path: `${list}?building=Nowhere`, person: 'reslife' },
  ],
  async known({ send }) {
    const { data } = await send('it', listRaLogs, { query: { page: 1, pageSize: 30 } });
    return { id: data.map(({ _id }) => _id) };
  },
};
