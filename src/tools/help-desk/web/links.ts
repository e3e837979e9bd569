import { pathOf } from '../../../platform/contract/call.ts';
import { downloadAttachment } from '../contract.ts';
import { helpDesk } from '../tool.ts';

/** The page of a ticket for its requester. */
export function ticketPath(id: string): string {
  return helpDesk.screens.ticket.path.replace(':id', id);
}

/** The page of a help article. */
export function articlePath(name: string): string {
  return helpDesk.screens.article.path.replace(':name', name);
}

/** A plain link, so that nothing goes through the page. */
export function attachmentAddress(id: string): string {
  return pathOf(downloadAttachment, { id });
}

/** The same ticket at the desk. */
export function deskTicketPath(id: string): string {
  return helpDesk.screens.deskTicket.path.replace(':id', id);
}

let shownSearch = '';

/** Remembers which of the desk's tickets are shown, for the way back to them. @param search Of the address, without `?` */
export function noteDeskSearch(search: string): void {
  shownSearch = search;
}

/** The desk's tickets, as they were last shown. */
export function deskPath(): string {
  return shownSearch === '' ? helpDesk.screens.desk.path : `${helpDesk.screens.desk.path}?${shownSearch}`;
}
