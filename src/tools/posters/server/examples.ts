import { sql } from 'kysely';
import { readRows } from '../../../platform/server/db/database.ts';
import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { listPosterQueue } from '../contract.ts';
import { posters } from '../tool.ts';
import { demoPosters } from './demo-posters.ts';
import { addDemoPoster } from './seed.ts';

const { request, queue, mine } = posters.screens;

export const examples: ToolExamples = {
  found: { 'posters.posters': ({ key }) => ({ params: { id: key } }) },
  bodies: {
    submitPoster: { numberOfCopies: '1' },
    replyAboutPoster: { text: 'Here is a better logo.' },
    movePoster: { state: 'printing' },
  },
  // The seed fills the queue; these are someone's own.
  async fill({ platform }) {
    const rows = await readRows(
      platform.reader,
      sql<{ id: string; name: string; email: string }>`
        select id, name, email from people where email = 'it@sawtooth.example'`,
    );
    const [demo, requester] = [demoPosters[0], rows[0]];
    if (demo === undefined || requester === undefined) throw new Error('IT has not signed in.');
    for (let number = 0; number < 12; number += 1)
      await addDemoPoster(platform, {
        demo,
        requester,
        mailRoom: requester,
        state: 'received',
        ageHours: number,
      });
  },
  async known({ send }) {
    const { data } = await send('it', listPosterQueue, { query: { page: 1, pageSize: 30 } });
    return { id: data.map(({ id }) => id) };
  },
  // The search also finds the email, department, and budget code, which the list does not show: `posters.test.ts`.
  lists: { listPosterQueue: { pageSize: 20, choices: ['state', 'search'] } },
  states: [
    { name: 'submit empty', path: request.path, person: 'staff', steps: [{ press: 'Submit request' }] },
    { name: 'nothing found', path: `${queue.path}?search=zzzz`, person: 'mailroom' },
    { name: 'past', path: `${queue.path}?state=picked-up`, person: 'mailroom' },
    { name: 'none yet', path: mine.path, person: 'it' },
  ],
};
