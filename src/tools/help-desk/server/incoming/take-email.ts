import { sql } from 'kysely';
import type { ChangeService } from '../../../../platform/server/change/change.ts';
import { byPermission, isAllowed, type Verdict } from '../../../../platform/server/change/verdict.ts';
import { type Reader, readRows } from '../../../../platform/server/db/database.ts';
import { addressOf, hasAddress } from '../../../../platform/server/mail/find-address.ts';
import { auditTicket } from '../audit.ts';
import type { HelpDesk } from '../help-desk.ts';
import { countRecentMessages, lockTicket } from '../queries.ts';
import { isOver, mayWriteMore } from '../rules.ts';
import { helpTables, type TicketRow } from '../tables.ts';
import { addMessage, moveTicket } from '../thread.ts';
import { enqueueNotAdded } from './not-added.ts';
import type { IncomingEmail } from './read-email.ts';

/** `over`: it belongs to a ticket that can no longer be reopened. `too many`: its sender wrote too much within an hour. */
export type Outcome = 'matched' | 'over' | 'too many' | 'automatic' | 'not matched' | 'seen';

interface Person {
  id: string;
  name: string;
  email: string;
}

/**
 * Adds a reply to the thread of its ticket, and reopens the ticket if it may be. Nothing else is ever changed by
 * an email. It belongs to a ticket only with the token that our emails carry, and only from the person who asked, who is
 * told if it is not added.
 */
export async function takeEmail(
  {
    reader,
    change,
    messagesPerHour,
  }: { reader: Reader; change: ChangeService } & Pick<HelpDesk, 'messagesPerHour'>,
  email: IncomingEmail,
): Promise<Outcome> {
  const known = await findOutcome(reader, email.key);
  // An attempt that ended before its email was set aside.
  if (known !== undefined) return known === 'matched' ? 'seen' : known;
  if (email.isAutomatic) return 'automatic';
  const found = await findOwn(reader, email);
  if (found === undefined) return 'not matched';
  const { ticketId, person } = found;
  const changeAs = change.changeAsSystem(`${person.name} (by email)`);
  return changeAs(async (unit): Promise<Outcome> => {
    unit.demand(byPermission);
    const recent = await countRecentMessages(unit.transaction, person.id);
    const before = await lockTicket(unit.transaction, ticketId);
    // The next reading finds where it belongs now.
    if (before === undefined || before.merged_into !== null)
      throw new Error('A ticket was removed or merged while a reply to it was being read.');
    const outcome = outcomeOf(before, mayWriteMore(recent, messagesPerHour));
    // Another instance may read the same mailbox.
    const [first] = await helpTables(unit.transaction)
      .insertInto('help_incoming')
      .values({ message_key: email.key, outcome })
      .onConflict((conflict) => conflict.doNothing())
      .returning('outcome')
      .execute();
    const taken = first === undefined ? 'seen' : outcome;
    if (taken !== 'matched') {
      auditTicket(unit, 'ignore-email', before, null, {});
      const reply = { messageKey: email.key, ticketId, personId: person.id };
      if (taken !== 'seen') await enqueueNotAdded(unit, { ...reply, outcome: taken });
      return taken;
    }
    const state = before.state === 'new' ? 'new' : 'open';
    const text = wordsOf(email);
    const changed = state === before.state ? null : state;
    const message = { ticketId, fromDesk: false, text, quoted: email.quoted, state: changed } as const;
    await addMessage(unit, person, message);
    await moveTicket(unit, before, state);
    auditTicket(unit, 'reply', before, { state: before.state }, { state, text, attachments: 0 });
    return taken;
  });
}

function outcomeOf(ticket: TicketRow, mayWrite: Verdict): 'matched' | 'over' | 'too many' {
  if (isOver(ticket, Date.now())) return 'over';
  return isAllowed(mayWrite) ? 'matched' : 'too many';
}

function wordsOf({ text, isCut, hasAttachments }: IncomingEmail): string {
  const notes = [
    isCut ? '(This is the beginning of a longer email. The rest can be added on this page.)' : '',
    hasAttachments ? '(Files were attached to this email. They can be added on this page.)' : '',
  ];
  return [text, ...notes].filter(Boolean).join('\n\n') || '(This email had no text.)';
}

async function findOutcome(reader: Reader, key: string): Promise<Outcome | undefined> {
  const rows = await readRows(
    reader,
    sql<{ outcome: Outcome }>`select outcome from help_incoming where message_key = ${key}`,
  );
  return rows[0]?.outcome;
}

/** The ticket of a token, or the one that it was merged into, if its requester sent this. */
async function findOwn(
  reader: Reader,
  { tokens, from }: IncomingEmail,
): Promise<{ ticketId: string; person: Person } | undefined> {
  if (tokens.length === 0 || from === '') return undefined;
  const rows = await readRows(
    reader,
    sql<Person & { ticket_id: string }>`
      with recursive target as (
        select t.id, t.merged_into, t.requester_id from help_tickets t where t.mail_reference = any(${[...tokens]}::uuid[])
        union
        select t.id, t.merged_into, t.requester_id from help_tickets t join target on t.id = target.merged_into
      )
      select target.id as ticket_id, p.id, p.name, p.email from target
      join people p on p.id = target.requester_id and not p.disabled
        and (${addressOf} = ${from} or (p.email = ${from} and ${hasAddress}))
      where target.merged_into is null
        and not exists (select from help_tickets h where h.id = target.id and h.handed_to is not null) order by target.id desc limit 1`,
  );
  const [row] = rows;
  return row && { ticketId: row.ticket_id, person: { id: row.id, name: row.name, email: row.email } };
}
