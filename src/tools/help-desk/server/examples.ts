import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { listDeskTickets, submitTicket } from '../contract.ts';
import { helpDesk } from '../tool.ts';

const ticket = { subject: 'No Wi-Fi', description: 'My laptop finds no network in Anderson.' };
const { submit, desk } = helpDesk.screens;

export const examples: ToolExamples = {
  bodies: {
    submitTicket: ticket,
    replyToTicket: { text: 'It still happens.' },
    answerTicket: { text: 'Please try again.' },
    addNote: { text: 'Look at the access point.' },
    changeTicket: { category: 'Classroom' },
  },
  // The seed fills the desk; these are someone's own.
  async fill({ send }) {
    for (let number = 0; number < 12; number += 1) await send('it', submitTicket, { body: ticket });
  },
  // The search also finds words of the description, which the list does not show: `desk.test.ts` tries it.
  lists: { listDeskTickets: { pageSize: 20, choices: ['state', 'category', 'assigned', 'search'] } },
  // A colleague is assigned.
  namesOthers: { changeTicket: ['assignee'] },
  async known({ send }) {
    const { data } = await send('it', listDeskTickets, { query: { page: 1, pageSize: 30 } });
    return { id: data.map(({ id }) => id) };
  },
  states: [
    { name: 'submit empty', path: submit.path, person: 'student', steps: [{ press: 'Submit ticket' }] },
    { name: 'nothing found', path: `${desk.path}?search=zzzz`, person: 'it' },
    { name: 'solved', path: `${desk.path}?state=solved`, person: 'it' },
  ],
};
