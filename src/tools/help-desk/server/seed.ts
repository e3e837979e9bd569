import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import { foldCase } from '../../../platform/server/list/search.ts';
import { makeDemoAccounts } from '../../../platform/server/sign-in/demo/demo-accounts.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';
import type { TicketState } from '../contract/shapes.ts';
import { type DemoTopic, demoIncidents, demoTopics } from './demo-tickets.ts';
import { helpTables, type MessageRow, type TicketRow } from './tables.ts';

interface Person {
  id: string;
  name: string;
  email: string;
}

const hour = 3_600_000;
/** Few parameters in one statement, even for a great many tickets. */
const ticketsPerStatement = 500;

export const helpDeskSeed: Seed = {
  what: 'help desk tickets of the last months in all states, with threads and internal notes',
  demoCount: 60,
  async isFilled({ reader }) {
    return (await readRows(reader, sql`select from help_tickets limit 1`)).length > 0;
  },
  async run({ platform, count, random }) {
    await platform
      .unaudited('demo data')
      .transaction()
      .execute(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
        const { desk, others } = await demoAccounts(transaction);
        if (desk === undefined || others.length === 0) return;
        for (let first = 0; first < count; first += ticketsPerStatement) {
          const length = Math.min(ticketsPerStatement, count - first);
          const made = Array.from({ length }, (_one, index) =>
            makeTicket({ index: first + index, count, random, desk, others }),
          );
          await insertTickets(transaction, made);
        }
        await insertIncidents(transaction, desk, others);
      });
  },
};

/** Accounts of the demo people, as their first sign-in would create them: they find tickets of their own. */
async function demoAccounts(transaction: WriteTransaction) {
  await makeDemoAccounts(transaction, sql`cardinality(groups) > 0`);
  const { rows } = await sql<Person & { works: boolean }>`
    select p.id, p.name, p.email, 'Domain-IT' = any(d.groups) as works
    from people p join demo_people d using (email)
    where cardinality(d.groups) > 0 and p.email_released_at is null
      -- Nothing pushes the form for the round off the first screen of the phone that shows the demo.
      and 'Domain-ResidentAssistant' <> all(d.groups)
    order by p.email`.execute(transaction);
  return { desk: rows.find(({ works }) => works), others: rows.filter(({ works }) => !works) };
}

type MadeTicket = ReturnType<typeof makeTicket>;

interface Making {
  index: number;
  count: number;
  random: () => number;
  desk: Person;
  others: readonly Person[];
}

/** Most are solved; those that are not are from the last days. */
function makeTicket({ index, count, random, desk, others }: Making) {
  const topic = demoTopics[index % demoTopics.length] as DemoTopic;
  const requester = others[(index * 7 + Math.floor(index / others.length)) % others.length] as Person;
  const left = count - index;
  const state: TicketState =
    left > 24
      ? 'solved'
      : ((['waiting', 'open', 'new', 'open', 'new', 'waiting'] as const)[left % 6] ?? 'new');
  const daysAgo = state === 'solved' ? 4 + (left * 120) / count + random() : left / 8 + random() / 8;
  const createdAt = Date.now() - daysAgo * 24 * hour;
  const id = uuid();
  const message = (
    by: Person,
    after: number,
    text: string,
    becomes: TicketState | null = null,
  ): Omit<MessageRow, 'quoted'> => ({
    id: uuid(),
    ticket_id: id,
    at: new Date(createdAt + after * hour),
    author_id: by.id,
    author_name: by.name,
    from_desk: by === desk,
    text,
    state: becomes,
  });
  const step = 0.4 + random();
  const asked = message(requester, 0, topic.request);
  const question = message(desk, step, topic.question, 'waiting');
  const reply = message(requester, step * 2, topic.reply, 'open');
  const solution = message(desk, step * 3, topic.solution, 'solved');
  const messages = {
    new: [asked],
    waiting: [asked, question],
    open: [asked, question, reply],
    solved: [asked, question, reply, solution],
  }[state];
  const last = messages.at(-1)?.at ?? asked.at;
  const isAssigned = state !== 'new' && random() < 0.8;
  const row: Omit<TicketRow, 'number' | 'version' | 'answers' | 'mail_reference'> & { answers: string } = {
    id,
    requester_id: requester.id,
    requester_name: requester.name,
    requester_email: requester.email,
    subject: topic.subject,
    folded: foldCase([topic.subject, requester.name, requester.email, topic.request].join('\n')),
    category: topic.category,
    answers: JSON.stringify(topic.answers ?? []),
    state,
    assignee_id: isAssigned ? desk.id : null,
    assignee_name: isAssigned ? desk.name : null,
    waiting_since: last,
    created_at: asked.at,
    changed_at: last,
    solved_at: state === 'solved' ? last : null,
    log_id: null,
    helped: state === 'solved' && index % 3 > 0 ? index % 7 > 0 : null,
    merged_into: null,
    incident_id: null,
    handed_to: null,
    handed_at: null,
    handed_number: null,
    permission: null,
  };
  const note = topic.note === undefined || state === 'new' ? null : { text: topic.note, at: question.at };
  return { row, messages, note, by: desk.name };
}

/** One that is open, one that is solved; once, however many tickets. */
async function insertIncidents(
  transaction: WriteTransaction,
  desk: Person,
  others: readonly Person[],
): Promise<void> {
  const { rows } = await sql`select from help_incidents limit 1`.execute(transaction);
  if (rows.length > 0) return;
  const tables = helpTables(transaction);
  for (const [index, incident] of demoIncidents.entries()) {
    const at = new Date(Date.now() - (index * 9 * 24 + 3) * hour);
    const row = { id: uuid(), ...incident, created_at: at, updated_at: at, created_by: desk.name };
    await tables.insertInto('help_incidents').values(row).execute();
    const people = others.slice(index, index + 5).map(({ id }) => ({ incident_id: row.id, person_id: id }));
    await tables.insertInto('help_incident_people').values(people).execute();
  }
}

async function insertTickets(transaction: WriteTransaction, made: readonly MadeTicket[]): Promise<void> {
  const tables = helpTables(transaction);
  const notes = made.flatMap(({ row, note, by }) =>
    note === null ? [] : [{ id: uuid(), ticket_id: row.id, at: note.at, author_name: by, text: note.text }],
  );
  await tables
    .insertInto('help_tickets')
    .values(made.map(({ row }) => row))
    .execute();
  await tables
    .insertInto('help_messages')
    .values(made.flatMap(({ messages }) => messages))
    .execute();
  if (notes.length > 0) await tables.insertInto('help_notes').values(notes).execute();
}
