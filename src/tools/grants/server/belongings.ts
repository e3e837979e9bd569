import { sql } from 'kysely';
import {
  type Belongings,
  type HandOver,
  mostListed,
  notTheirs,
} from '../../../platform/server/belongings/belongings.ts';
import { eachOwner, selectOwners } from '../../../platform/server/belongings/select-owners.ts';
import { readRows } from '../../../platform/server/db/database.ts';
import { applyForFunding } from '../contract.ts';
import { grants } from '../tool.ts';
import { auditApplication, auditApprover } from './audit.ts';
import { endDraft } from './drafts.ts';
import { addMessage } from './history.ts';
import { moves } from './moves.ts';
import { lockApplication } from './queries.ts';
import { foldEmail, lockApprovers, seatOf, selectApprovers } from './seats.ts';
import { type ApplicationRow, grantTables } from './tables.ts';

const { approvers, edit } = grants.screens;

const applicationsOf = (id: unknown) =>
  sql`grant_applications where applicant_id = ${id} and state = any(${[...moves.Withdrawn.from]}::text[])`;

/** Applications that are not decided. No one else can go to the conference, so they can only end. */
const applications: Belongings = {
  kind: 'grants.applications',
  title: 'Funding applications',
  noun: ['application', 'applications'],
  async list(reader, { id }) {
    const rows = await readRows(
      reader,
      sql<Pick<ApplicationRow, 'id' | 'title'>>`
        select id, title from ${applicationsOf(id)}
        order by first_submitted_at, id limit ${mostListed}`,
    );
    return rows.map(({ id: key, title }) => ({
      key,
      title,
      link: edit.path.replace(':id', key) as typeof approvers.path,
    }));
  },
  owners: (reader, people) => selectOwners(reader, people, applicationsOf(eachOwner.id)),
  mayHave: ({ name, permissions }) =>
    permissions.has(applyForFunding.access) || `${name} cannot apply for funding.`,
  end: {
    says: 'They are withdrawn. The committee sees who did it, and no longer votes on them.',
    async run({ unit, by, from, key }) {
      // Not the list of approvers: a seat that is handed over in the same transaction has to lock it alone.
      const before = await lockApplication(unit.transaction, key);
      if (before?.applicant_id !== from.id || !moves.Withdrawn.from.includes(before.state)) return notTheirs;
      await grantTables(unit.transaction)
        .updateTable('grant_applications')
        .set({
          state: 'Withdrawn',
          changed_at: sql<Date>`now()`,
          decided_at: sql<Date>`now()`,
          version: before.version + 1,
        })
        .where('id', '=', key)
        .execute();
      await endDraft(unit, key, from.id);
      const text = `Withdrawn by IT, because ${from.name} is no longer working on it.`;
      const message = { applicationId: key, fromCommittee: true, text, state: 'Withdrawn' } as const;
      await addMessage(unit, by, message);
      auditApplication(unit, 'move', before, { state: before.state }, { state: 'Withdrawn', text });
      return true;
    },
  },
};

/** A seat on the list of approvers. Votes that were cast stay, but count only with a seat. */
const seats: Belongings = {
  kind: 'grants.seats',
  title: 'Seat on the list of approvers',
  noun: ['seat', 'seats'],
  async list(reader, owner) {
    const seat = seatOf(await selectApprovers(reader), owner);
    if (seat === undefined) return [];
    return [
      { key: seat.id, title: seat.required ? 'Approver (required)' : 'Approver', link: approvers.path },
    ];
  },
  async owners(reader, people) {
    const all = await selectApprovers(reader);
    return people.filter((person) => seatOf(all, person) !== undefined).map(({ id }) => id);
  },
  // The list says who votes, not a group.
  mayHave: () => true,
  async handOver({ to, ...handOver }) {
    const { unit } = handOver;
    const { seat, all } = await holdSeat(handOver);
    if (seat === undefined) return notTheirs;
    if (seatOf(all, to) !== undefined) return `${to.name} is already on the list of approvers.`;
    const tables = grantTables(unit.transaction);
    const row = await tables
      .updateTable('grant_approvers')
      .set({
        full_name: to.name,
        email: to.email,
        folded_email: foldEmail(to.email),
        person_id: to.id,
        created_at: sql<Date>`now()`,
      })
      .where('id', '=', seat.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    // They were sent to the person who had the seat before.
    await tables.deleteFrom('grant_reminders').where('reminded_id', '=', seat.id).execute();
    auditApprover(unit, 'remove', { before: seat, after: null });
    auditApprover(unit, 'add', { before: null, after: row });
    return true;
  },
  end: {
    says: 'No one votes in their place. Applications may be approved with one fewer vote.',
    async run(ending) {
      const { seat } = await holdSeat(ending);
      if (seat === undefined) return notTheirs;
      await grantTables(ending.unit.transaction)
        .deleteFrom('grant_approvers')
        .where('id', '=', seat.id)
        .execute();
      auditApprover(ending.unit, 'remove', { before: seat, after: null });
      return true;
    },
  },
};

async function holdSeat({ unit, from, key }: HandOver) {
  const all = await lockApprovers(unit.transaction);
  const own = seatOf(all, from);
  return { all, seat: own?.id === key ? own : undefined };
}

/** Applications first: a vote locks one of them before the list. */
export const grantBelongings: readonly Belongings[] = [applications, seats];
