import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { changeTicket, listDeskTickets, postIncident, readTicket, submitTicket } from '../contract.ts';
import { helpDesk } from '../tool.ts';

const ticket = { subject: 'No Wi-Fi', description: 'My laptop finds no network in Anderson.' };
const issue = { title: 'Printing is slow', text: 'A new server is on its way.' };
const { submit, desk, incidents } = helpDesk.screens;

export const examples: ToolExamples = {
  found: {
    'help-desk.articles': ({ key }) => ({ params: { name: key } }),
    'help-desk.tickets': ({ key }) => ({ params: { id: key } }),
    'help-desk.desk-tickets': ({ key }) => ({ params: { id: key } }),
  },
  bodies: {
    submitTicket: ticket,
    replyToTicket: { text: 'It still happens.' },
    answerTicket: { text: 'Please try again.' },
    rateTicket: { helped: true },
    mergeTicket: { into: 1 },
    addNote: { text: 'Look at the access point.' },
    changeTicket: { category: 'Classroom' },
    postIncident: issue,
    changeIncident: { ...issue, state: 'open' },
    askForAccess: { permission: 'posters.print', reason: 'I print posters on weekends.' },
  },
  // The seed fills the desk; these are someone's own.
  async fill({ send }) {
    for (let number = 0; number < 12; number += 1) {
      await send('it', submitTicket, { body: ticket });
      await send('it', postIncident, { body: issue });
    }
  },
  // The search also finds words of the description, which the list does not show: `desk.test.ts` tries it.
  lists: { listDeskTickets: { pageSize: 20, choices: ['state', 'category', 'assigned', 'search'] } },
  belongings: {
    'help-desk.assigned': {
      async make({ send }, { email }) {
        const { data } = await send('staff', submitTicket, { body: ticket });
        await send('it', changeTicket, { params: { id: data.id }, body: { assignee: email } });
        return data.id;
      },
      async has({ send }, { key }, id) {
        const { data } = await send(key, listDeskTickets, {
          query: { page: 1, pageSize: 100, assigned: 'mine' },
        });
        return data.some((one) => one.id === id);
      },
    },
    'help-desk.submitted': {
      make: async ({ send }, { key }) => (await send(key, submitTicket, { body: ticket })).data.id,
      has: async ({ send }, { key }, id) =>
        (await send(key, readTicket, { params: { id } })).data.state !== 'solved',
    },
  },
  // A colleague is assigned.
  namesOthers: { changeTicket: ['assignee'] },
  async known({ send }) {
    const { data } = await send('it', listDeskTickets, { query: { page: 1, pageSize: 30 } });
    return { id: data.map(({ id }) => id) };
  },
  states: [
    { name: 'submit empty', path: submit.path, person: 'student', steps: [{ press: 'Submit ticket' }] },
    {
      name: 'ask for access',
      path: '/departments/information-technology',
      person: 'student',
      steps: [{ press: 'Ask for access' }],
    },
    {
      name: 'post an issue',
      path: incidents.path,
      person: 'it',
      steps: [{ press: 'Post a known issue' }],
    },
    { name: 'nothing found', path: `${desk.path}?search=zzzz`, person: 'it' },
    { name: 'solved', path: `${desk.path}?state=solved`, person: 'it' },
  ],
};
