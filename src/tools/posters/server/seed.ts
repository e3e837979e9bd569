import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { makeDemoAccounts } from '../../../platform/server/sign-in/demo/demo-accounts.ts';
import { dayOf } from '../../../platform/server/time/time.ts';
import type { Platform, Seed, SeedRequest } from '../../../platform/server/tool/server-tool.ts';
import { estimateOf } from '../contract/price.ts';
import type { PosterState } from '../contract/shapes.ts';
import { auditPoster } from './audit.ts';
import { type DemoPoster, demoPosters, drawPoster } from './demo-posters.ts';
import { isOver } from './moves.ts';
import { posterTables } from './tables.ts';
import { afterWorkingDays } from './working-days.ts';

interface Person {
  id: string;
  name: string;
  email: string;
}

const hour = 3_600_000;
const day = 24 * hour;

/** The steps to each state, in the words of the mail room and of the requester. */
const histories: Readonly<Record<PosterState, readonly (readonly [PosterState, string])[]>> = {
  received: [['received', '']],
  question: [
    ['received', ''],
    [
      'question',
      'The logo at the bottom has a low resolution and will look blurred. Do you have a better one?',
    ],
  ],
  printing: [
    ['received', ''],
    ['printing', ''],
  ],
  ready: [
    ['received', ''],
    ['printing', ''],
    ['ready', 'It is at the counter. We are here until 4:30 pm.'],
  ],
  'picked-up': [
    ['received', ''],
    ['printing', ''],
    ['ready', ''],
    ['picked-up', ''],
  ],
  cancelled: [
    ['received', ''],
    ['cancelled', ''],
  ],
};

/** The newest are in progress. */
const states = [
  'received',
  'received',
  'question',
  'received',
  'printing',
  'ready',
  'question',
  'printing',
] as const;

export const postersSeed: Seed = {
  what: 'poster requests in all states, each with a small PDF',
  demoCount: demoPosters.length,
  async isFilled({ reader }) {
    return (await readRows(reader, sql`select from poster_requests limit 1`)).length > 0;
  },
  async run({ platform, count, random }: SeedRequest) {
    const { mailRoom, others } = await platform
      .unaudited('demo data')
      .transaction()
      .execute((transaction) => demoAccounts(transaction));
    if (mailRoom === undefined || others.length === 0) return;
    for (let index = 0; index < count; index += 1) {
      const demo = demoPosters[index % demoPosters.length] as DemoPoster;
      const requester = others[index % others.length] as Person;
      const left = count - index;
      const past = index % 5 === 4 ? 'cancelled' : 'picked-up';
      const state = states[left - 1] ?? past;
      const ageHours = left * 20 + random() * 8;
      await addDemoPoster(platform, { demo, requester, mailRoom, state, ageHours });
    }
  },
};

/** Accounts of the demo people, as their first sign-in would create them: they find requests of their own. */
async function demoAccounts(transaction: WriteTransaction) {
  await makeDemoAccounts(
    transaction,
    sql`groups && array['Domain-Staff', 'Domain-Faculty', 'Domain-Student']`,
  );
  const { rows } = await sql<Person & { prints: boolean }>`
    select p.id, p.name, p.email, 'Domain-MailCenter' = any(d.groups) as prints
    from people p join demo_people d using (email)
    where d.groups && array['Domain-Staff', 'Domain-Faculty', 'Domain-Student'] and p.email_released_at is null
      -- What waits for these people is counted where the demo is shown.
      and not d.groups && array['Domain-ResidentAssistant', 'Domain-IT', 'Domain-ResLife']
    order by p.email`.execute(transaction);
  return { mailRoom: rows.find(({ prints }) => prints), others: rows.filter(({ prints }) => !prints) };
}

interface Making {
  demo: DemoPoster;
  requester: Person;
  mailRoom: Person;
  state: PosterState;
  ageHours: number;
}

/** A request with its file and its history. */
export async function addDemoPoster(
  platform: Platform,
  { demo, requester, mailRoom, state, ageHours }: Making,
) {
  const content = Buffer.from(drawPoster(demo));
  const upload = await platform.files.store(content, demo.fileName);
  const createdAt = Date.now() - ageHours * hour;
  const steps = histories[state].map(([becomes, text], index) => {
    const by = index === 0 || becomes === 'cancelled' ? requester : mailRoom;
    return {
      id: uuid(),
      at: new Date(createdAt + index * Math.min(5 * hour, (ageHours * hour) / 5)),
      author_id: by.id,
      author_name: by.name,
      from_mail_room: by === mailRoom,
      text,
      state: becomes,
    };
  });
  const last = steps.at(-1)?.at ?? new Date(createdAt);
  await platform.change.changeAsSystem('Demo data')(async (unit) => {
    unit.demand(byPermission);
    const { width, height, copies } = demo;
    const tables = posterTables(unit.transaction);
    const row = await tables
      .insertInto('poster_requests')
      .values({
        id: uuid(),
        requester_id: requester.id,
        requester_name: requester.name,
        requester_email: requester.email,
        folded: foldCase([demo.fileName, requester.name, requester.email, demo.department].join('\n')),
        state,
        copies,
        notes: demo.notes,
        needed_by: afterWorkingDays(dayOf(createdAt + 9 * day, platform.campus.timeZone), 0, new Set()),
        paper: 'Matte paper',
        finish: 'No finish',
        department: demo.department,
        budget_code: demo.department === '' ? '' : '10-4420',
        estimate_cents: estimateOf({ width, height }, copies, 250),
        stored_name: await upload.adopt(unit),
        file_name: demo.fileName,
        bytes: upload.bytes,
        width,
        height,
        pages: 1,
        created_at: new Date(createdAt),
        changed_at: last,
        ended_at: isOver(state) ? last : null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tables
      .insertInto('poster_messages')
      .values(steps.map((step) => ({ ...step, request_id: row.id })))
      .execute();
    auditPoster(unit, 'submit', row, null, row);
  });
}
