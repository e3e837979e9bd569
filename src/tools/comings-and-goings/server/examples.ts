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
  // The new owner is someone else on purpose.
  namesOthers: { handOverThings: ['to'] },
  lists: { listDepartures: { choices: ['state'] } },
  // Blocked accounts of their own that own something: others are taken off the list again.
  async fill({ platform }) {
    await sql`
      with made as (
        insert into people (id, email, name, given_name, family_name, disabled)
        select gen_random_uuid(), 'departed' || n || '@sawtooth.example', 'Departed ' || n, 'Departed', n::text, true
        from generate_series(1, 12) n returning id
      ), owned as (
        insert into service_tokens (id, name, token_hash, hint, permissions, expires_at, created_by_id, created_by)
        select gen_random_uuid(), 'Of someone who left', decode(md5(id::text), 'hex'), 'left', '{}',
          now() + interval '1 day', id, 'Departed' from made
      )
      insert into departures (id, person_id, cause, state)
      select gen_random_uuid(), id, 'left', 'open' from made`.execute(platform.unaudited('demo data'));
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
