import { sql } from 'kysely';
import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { replyAboutPoster } from '../contract.ts';
import { posters } from '../tool.ts';
import { mayPrint } from './rules.ts';

interface WaitingRow {
  kind: 'print' | 'answer' | 'question' | 'ready';
  key: string;
  number: number | null;
  file_name: string | null;
  since: Date;
  requests: number;
}

/** How many of one person's requests, and of answers, are listed, the oldest first. */
const mostListed = 20;

/** Posters to print and answers during printing, for the mail room; questions about their own and posters to pick up, for everyone. */
export async function listWaitingPosters(
  reader: Reader,
  viewer: PersonActor,
): Promise<readonly WaitingEntry[]> {
  // Anyone who sent a poster can pick it up; only people who may still send some can answer the mail room.
  const states = mayCall(viewer, replyAboutPoster) ? ['question', 'ready'] : ['ready'];
  const own = sql`(
    select case state when 'question' then 'question' else 'ready' end as kind, id::text as key, number, file_name,
      changed_at as since, 1 as requests
    from poster_requests where requester_id = ${viewer.id} and state = any(${states}::text[])
    order by changed_at, id limit ${mostListed})`;
  const print = sql`
    select 'print' as kind, 'print' as key, null::int as number, null::text as file_name,
      min(changed_at) as since, count(*)::int as requests
    from poster_requests where ended_at is null and state = 'received' having count(*) > 0`;
  // Printing that had started continues with the answer to a question: the mail room has to know about it.
  const answers = sql`(
    select 'answer' as kind, r.id::text as key, r.number, r.file_name, m.at as since, 1 as requests
    from poster_requests r join lateral (
      select at, from_mail_room from poster_messages where request_id = r.id order by at desc, id desc limit 1
    ) m on not m.from_mail_room
    where r.ended_at is null and r.state = 'printing' order by m.at, r.id limit ${mostListed})`;
  const all =
    mayPrint(viewer) === true
      ? sql<WaitingRow>`${print} union all ${answers} union all ${own}`
      : sql<WaitingRow>`${own}`;
  return (await readRows(reader, all)).map(present);
}

function present({ kind, key, number, file_name, since, requests }: WaitingRow): WaitingEntry {
  const link = posters.screens.poster.path.replace(':id', key) as `/${string}`;
  const about = file_name ?? '';
  switch (kind) {
    case 'print':
      return {
        key,
        since,
        count: requests,
        title: requests === 1 ? 'Print a poster' : `Print ${requests.toLocaleString('en-US')} posters`,
        link: `${posters.screens.queue.path}?state=received`,
      };
    case 'answer':
      return { key, since, link, about, title: `Read the answer about poster #${number}` };
    case 'question':
      return { key, since, link, about, title: `Answer the mail room about poster #${number}` };
    case 'ready':
      return { key, since, link, about, title: `Pick up poster #${number}` };
  }
}
