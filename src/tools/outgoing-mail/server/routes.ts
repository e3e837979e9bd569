import { type Route, route } from '../../../platform/server/http/context.ts';
import type { KeptEmails } from '../../../platform/server/mail/kept-emails.ts';
import { listOutgoingMail, readOutgoingMail } from '../contract.ts';
import { handleListOutgoingMail, handleReadOutgoingMail } from './readings.ts';

export function outgoingMailRoutes(emails: KeptEmails | null): Route[] {
  return [
    route(listOutgoingMail, (_context, input) => handleListOutgoingMail(emails, input)),
    route(readOutgoingMail, (_context, input) => handleReadOutgoingMail(emails, input)),
  ];
}
