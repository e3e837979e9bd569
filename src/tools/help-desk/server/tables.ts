import type { ColumnType, Generated } from 'kysely';
import { type WriteTransaction, writeTables } from '../../../platform/server/db/database.ts';
import type { TicketState } from '../contract/shapes.ts';

export interface Answer {
  question: string;
  answer: string;
}

export interface TicketRow {
  id: string;
  number: number;
  requester_id: string;
  requester_name: string;
  requester_email: string;
  subject: string;
  folded: string;
  category: string | null;
  answers: Answer[];
  state: TicketState;
  assignee_id: string | null;
  assignee_name: string | null;
  waiting_since: Date;
  created_at: Date;
  changed_at: Date;
  solved_at: Date | null;
  version: number;
  /** The RA log whose follow-up it is about. */
  log_id: string | null;
  /** What its requester said about the solution. */
  helped: boolean | null;
  /** The ticket that it is part of now. */
  merged_into: string | null;
  /** The known issue that it is about. */
  incident_id: string | null;
  /** Identifies the ticket in our emails, so that a reply proves where it belongs. */
  mail_reference: string;
  /** The other help desk that is working on it, since when, and its number there. */
  handed_to: 'email' | 'zammad' | null;
  handed_at: Date | null;
  handed_number: string | null;
  /** The permission that its requester asks for. */
  permission: string | null;
}

export interface MessageRow {
  id: string;
  ticket_id: string;
  at: Date;
  author_id: string;
  author_name: string;
  from_desk: boolean;
  text: string;
  state: TicketState | null;
  /** What an email repeated from earlier ones. */
  quoted: string;
}

export interface AttachmentRow {
  id: string;
  message_id: string;
  stored_name: string;
  file_name: string;
  media_type: string;
  bytes: number;
}

type Times = 'waiting_since' | 'created_at' | 'changed_at';

interface Tables {
  help_tickets: Omit<TicketRow, Times | 'number' | 'answers' | 'version' | 'mail_reference'> &
    Record<Times, Generated<Date>> & {
      number: Generated<number>;
      answers: ColumnType<Answer[], string, never>;
      version: Generated<number>;
      mail_reference: Generated<string>;
    };
  help_messages: Omit<MessageRow, 'at' | 'quoted'> & { at: Generated<Date>; quoted: Generated<string> };
  help_incoming: { message_key: string; at: Generated<Date>; outcome: string };
  help_attachments: AttachmentRow;
  help_incidents: {
    id: string;
    title: string;
    text: string;
    category: string | null;
    state: 'open' | 'solved';
    created_at: Generated<Date>;
    created_by: string;
    updated_at: Generated<Date>;
    version: Generated<number>;
  };
  help_incident_people: { incident_id: string; person_id: string; at: Generated<Date> };
  help_notes: { id: string; ticket_id: string; at: Generated<Date>; author_name: string; text: string };
}

/** The tables of this tool within a write. */
export const helpTables = (transaction: WriteTransaction) => writeTables<Tables>(transaction);
