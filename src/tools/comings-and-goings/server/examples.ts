import { sql } from 'kysely';
import type { ToolExamples } from '../../../platform/server/tool/examples.ts';
import { listDepartures } from '../contract.ts';
import { comingsAndGoings } from '../tool.ts';

const { departures } = comingsAndGoings.screens;
const things = [{ kind: 'short-links.links', keys: ['nothing'] }];

export const examples: ToolExamples = {
  bodies: {
    handOverThings: { to: 'it2@sawtooth.example', things },
    endThings: { things },
    decideDeparture: { state: 'dismissed' },
  },
  // Who gets the things is someone else on purpose.
  namesOthers: { handOverThings: ['to'] },
  lists: { listDepartures: { choices: ['state'] } },
  async fill({ platform }) {
    await sql`
      insert into departures (id, person_id, cause, state)
      select gen_random_uuid(), id, 'left', 'open' from people order by id limit 12
      on conflict do nothing`.execute(platform.unaudited('demo data'));
  },
  states: [
    { name: 'dismissed', path: `${departures.path}?state=dismissed`, person: 'it' },
    { name: 'open', path: departures.path, person: 'it' },
  ],
  async known({ send }) {
    const { data } = await send('it', listDepartures, { query: { page: 1, pageSize: 10 } });
    return { id: data.flatMap(({ id, person }) => [id, person.id]) };
  },
};
