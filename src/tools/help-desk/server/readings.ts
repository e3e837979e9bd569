import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { Actor, PersonActor } from '../../../platform/server/actor/actor.ts';
import { demandAllowed } from '../../../platform/server/change/verdict.ts';
import { onOneConnection, type Reader } from '../../../platform/server/db/database.ts';
import type { CallContext, FileAnswer } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { demandLogForTicket } from '../../ra-logs/server/public.ts';
import type { Ticket } from '../contract/shapes.ts';
import * as calls from '../contract.ts';
import type { HelpDesk } from './help-desk.ts';
import { presentOwn, presentThread, presentTicket } from './present.ts';
import {
  findAttachment,
  findMerged,
  findTicket,
  readOwn,
  selectAttachments,
  selectMessages,
} from './queries.ts';
import { mayDownload, mayRead } from './rules.ts';

type Context = CallContext<PersonActor>;

export async function handleReadTicketForm({
  categories,
}: HelpDesk): Promise<CallReply<typeof calls.readTicketForm>> {
  return { data: { categories } };
}

/** The building and the flags of a log; what was written in it may name students. */
export async function handleReadTicketStart(
  { reader, actor }: Context,
  { params: { log: id } }: CallInput<typeof calls.readTicketStart>,
): Promise<CallReply<typeof calls.readTicketStart>> {
  const log = await demandLogForTicket(reader, actor, id);
  const description = [
    `A building round in ${log.building} needs follow-up.`,
    '',
    `Extinguishers secure: ${log.extinguishersSecure ? 'Yes' : 'No'}`,
    `Exit doors closed: ${log.exitDoorsClosed ? 'Yes' : 'No'}`,
    '',
    '',
  ].join('\n');
  return { data: { subject: `Follow-up in ${log.building}`, description, building: log.building } };
}

export async function handleListMyTickets(
  { reader, actor }: Context,
  { query: { paging } }: CallInput<typeof calls.listMyTickets>,
): Promise<CallReply<typeof calls.listMyTickets>> {
  const page = await readOwn(reader, actor.id, paging);
  return { ...page, data: page.data.map(presentOwn) };
}

export async function handleReadTicket(
  { reader, actor }: Context,
  { params: { id } }: CallInput<typeof calls.readTicket>,
): Promise<CallReply<typeof calls.readTicket>> {
  return { data: await onOneConnection(reader, (one) => showTicket(one, actor, id)) };
}

/** A ticket as this viewer may read it. @throws Refusal `unknown` */
export async function showTicket(reader: Reader, viewer: Actor, id: string): Promise<Ticket> {
  const row = await findTicket(reader, id);
  if (row === undefined) throw refusalOf(calls.readTicket, 'unknown');
  demandAllowed(mayRead(viewer, row));
  const [messages, mergedInto] = await Promise.all([readThread(reader, id), findMerged(reader, row)]);
  return presentTicket(row, { messages, mergedInto }, viewer);
}

export async function readThread(reader: Reader, ticketId: string) {
  const [messages, attachments] = await Promise.all([
    selectMessages(reader, ticketId),
    selectAttachments(reader, ticketId),
  ]);
  return presentThread(messages, attachments);
}

export async function handleDownloadAttachment(
  { stored }: HelpDesk,
  { reader, actor }: Context,
  { params: { id } }: CallInput<typeof calls.downloadAttachment>,
): Promise<FileAnswer> {
  const row = await findAttachment(reader, id);
  demandAllowed(mayDownload(actor, row));
  if (row === undefined) throw refusalOf(calls.downloadAttachment, 'unknown');
  const content = await stored.open(reader, row.stored_name);
  return { fileName: row.file_name, contentType: row.media_type, content };
}
