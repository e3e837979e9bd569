import { EmailTooLarge } from '../../../../platform/server/mail/email-too-large.ts';
import type { Mail } from '../../../../platform/server/mail/mail.ts';
import { helpDesk } from '../../tool.ts';
import { bodyOf, type HandedTicket, type HandOver } from './hand-over.ts';

/** Many mail servers refuse more than this many bytes once they are encoded. */
const mostAttached = 18 * 1024 * 1024;

interface EmailServices {
  mail: Pick<Mail, 'send'>;
  publicUrl: string;
  campus: { product: string };
  to: string;
}

/** Hands a ticket over to the address of a help desk, which then answers the requester. */
export function handOverByEmail({ mail, publicUrl, campus, to }: EmailServices): HandOver {
  return {
    find: async () => null,
    async send(ticket, signal) {
      const { id, number, requester, subject, messages, attachments } = ticket;
      const bytes = attachments.reduce((sum, one) => sum + one.bytes, 0);
      const page = publicUrl + helpDesk.screens.deskTicket.path.replace(':id', id);
      // A mail server drops an email that it has seen: one that says more must be a different one.
      const key = `ticket-${number}${messages.length > 1 ? `-${messages.length}` : ''}`;
      const deliver = async (isAttached: boolean) =>
        mail.send(
          {
            key: `${key}${isAttached ? '' : '-link'}`,
            to,
            ...(requester.email === null ? {} : { replyTo: requester.email }),
            subject: `[${campus.product} #${number}] ${subject}`,
            text: [
              `${requester.name}${requester.email === null ? '' : ` (${requester.email})`} asks:`,
              '',
              bodyOf(ticket),
              ...(isAttached
                ? []
                : ['', 'The attachments are too large for an email. They are on this page:', page]),
              '',
              requester.email === null
                ? `${requester.name} is blocked or has left, and can't get a reply.`
                : `A reply to this email goes to ${requester.name}.`,
            ].join('\n'),
            attachments: isAttached ? await attached(ticket) : [],
            // A help desk drops automatic mail.
            isAutomatic: false,
          },
          signal,
        );
      const isAttached = bytes <= mostAttached;
      try {
        return { number: null, said: await deliver(isAttached) };
      } catch (error) {
        if (!isAttached || attachments.length === 0 || !(error instanceof EmailTooLarge)) throw error;
        return { number: null, said: await deliver(false) };
      }
    },
  };
}

function attached({ attachments }: HandedTicket) {
  return Promise.all(
    attachments.map(async ({ fileName, mediaType, read }) => ({
      name: fileName,
      contentType: mediaType,
      content: await read(),
    })),
  );
}
