import { type Route, route } from '../../../platform/server/http/context.ts';
import * as calls from '../contract.ts';
import { handleAskForAccess, handleReadMissingAccess } from './access-requests.ts';
import { handleListArticles, handleReadArticle } from './article-readings.ts';
import { handleAddNote, handleAnswerTicket, handleChangeTicket } from './desk-operations.ts';
import {
  handleListDeskTickets,
  handleReadDeskCounts,
  handleReadDeskOptions,
  handleReadDeskTicket,
} from './desk-readings.ts';
import type { HelpDesk } from './help-desk.ts';
import {
  handleChangeIncident,
  handleJoinIncident,
  handleListAllIncidents,
  handlePostIncident,
} from './incidents.ts';
import { handleMergeTicket } from './merge.ts';
import { handleCloseTicket, handleRateTicket, handleReplyToTicket } from './own-operations.ts';
import {
  handleDownloadAttachment,
  handleListMyTickets,
  handleReadTicket,
  handleReadTicketForm,
  handleReadTicketStart,
} from './readings.ts';
import { handleSubmitTicket } from './submit.ts';

export function helpDeskRoutes(desk: HelpDesk): Route[] {
  return [
    route(calls.submitTicket, (context, input) => handleSubmitTicket(desk, context, input)),
    route(calls.readTicketForm, () => handleReadTicketForm(desk)),
    route(calls.readTicketStart, handleReadTicketStart),
    route(calls.listArticles, (context, input) => handleListArticles(desk, context, input)),
    route(calls.readArticle, (_context, input) => handleReadArticle(desk, input)),
    route(calls.listMyTickets, handleListMyTickets),
    route(calls.readTicket, handleReadTicket),
    route(calls.replyToTicket, (context, input) => handleReplyToTicket(desk, context, input)),
    route(calls.closeTicket, handleCloseTicket),
    route(calls.rateTicket, (context, input) => handleRateTicket(desk, context, input)),
    route(calls.mergeTicket, handleMergeTicket),
    route(calls.downloadAttachment, (context, input) => handleDownloadAttachment(desk, context, input)),
    route(calls.listDeskTickets, (context, input) => handleListDeskTickets(desk, context, input)),
    route(calls.readDeskCounts, handleReadDeskCounts),
    route(calls.readDeskOptions, (context) => handleReadDeskOptions(desk, context)),
    route(calls.readDeskTicket, handleReadDeskTicket),
    route(calls.answerTicket, handleAnswerTicket),
    route(calls.addNote, handleAddNote),
    route(calls.joinIncident, handleJoinIncident),
    route(calls.listAllIncidents, handleListAllIncidents),
    route(calls.postIncident, (context, input) => handlePostIncident(desk, context, input)),
    route(calls.changeIncident, (context, input) => handleChangeIncident(desk, context, input)),
    route(calls.readMissingAccess, (context, input) => handleReadMissingAccess(desk, context, input)),
    route(calls.askForAccess, (context, input) => handleAskForAccess(desk, context, input)),
    route(calls.changeTicket, (context, input) => handleChangeTicket(desk, context, input)),
  ];
}
