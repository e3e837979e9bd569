import { z } from 'zod';
import { oneLine } from '../../../platform/contract/fields.ts';
import type { UnitOfWork } from '../../../platform/server/change/change.ts';
import type { Reader } from '../../../platform/server/db/database.ts';
import type { StoredFiles } from '../../../platform/server/files/stored-files.ts';
import { defineJob, type Job, retriesForDays } from '../../../platform/server/jobs/job.ts';
import type { Email } from '../../../platform/server/mail/email.ts';
import { EmailTooLarge } from '../../../platform/server/mail/email-too-large.ts';
import { findAddress } from '../../../platform/server/mail/find-address.ts';
import type { Mail } from '../../../platform/server/mail/mail.ts';
import { sayDate } from '../../../platform/server/time/time.ts';
import { sizeInWords } from '../contract/poster-size.ts';
import { inDollars } from '../contract/price.ts';
import type { PosterState } from '../contract/shapes.ts';
import { posters } from '../tool.ts';
import { findRequest, findToldStep, type ToldStep } from './queries.ts';
import { sayPosters } from './say-posters.ts';
import type { RequestRow } from './tables.ts';

/** Nothing from the request: a job's data is kept for weeks. */
const step = z.object({ messageId: z.uuid() });
const request = z.object({ requestId: z.uuid() });
type Step = z.output<typeof step>;
type HandOver = z.output<typeof request>;

const notice = { name: 'posters.email', data: step };
const handOver = { name: 'posters.hand-over', data: request };

/** Many mail servers refuse more than this many bytes once they are encoded. */
const mostAttached = 18 * 1024 * 1024;

/** Notifies the requester of a step by the mail room, and the mail room of one by the requester, once it is committed. */
export function enqueueNotice(unit: UnitOfWork, messageId: string): Promise<void> {
  return unit.enqueue<Step>(notice, { messageId });
}

/** Sends a new request to the mail room's address once it is committed. */
export function enqueueHandOver(unit: UnitOfWork, requestId: string): Promise<void> {
  return unit.enqueue<HandOver>(handOver, { requestId });
}

interface EmailServices {
  reader: Reader;
  mail: Mail;
  publicUrl: string;
  campus: { product: string };
  files: StoredFiles;
  /** Of the mail room. */
  address: string | undefined;
}

const pageOf = (publicUrl: string, id: string) => publicUrl + posters.screens.poster.path.replace(':id', id);

export function createNotice({ reader, mail, publicUrl, campus, address }: EmailServices): Job {
  return defineJob<Step>({
    ...notice,
    title: 'Email about a poster request',
    retries: retriesForDays,
    limitSeconds: 120,
    async run({ messageId }, { signal }) {
      const told = await findToldStep(reader, messageId);
      if (told === undefined) return 'The poster request was removed first, so no email was sent.';
      if (isTakenBack(told)) return `Poster #${told.number} has changed again, so no email was sent.`;
      const isForMailRoom = !told.from_mail_room && told.state !== null && isNews(told);
      if (isForMailRoom && address === undefined)
        return `Poster #${told.number}: the mail room has no address, so it finds it in the queue.`;
      const to = isForMailRoom ? address : told.email;
      if (to === undefined || to === null)
        return `The requester of poster #${told.number} is blocked or has left.`;
      const page = pageOf(publicUrl, told.request_id);
      const words = isForMailRoom ? sayToMailRoom(told) : sayToRequester(told);
      const email: Email = {
        key: `poster-${messageId}`,
        to,
        subject: `[${campus.product}] Poster #${told.number}: ${told.file_name}`,
        text: [...words, '', page, '', `${campus.product} sent this email. Replies to it are not read.`].join(
          '\n',
        ),
        // A help desk that the mail room works with drops automatic mail.
        ...(isForMailRoom ? { isAutomatic: false } : { notification: { topic: 'posters.requests', page } }),
      };
      return `Poster #${told.number}: ${await mail.send(email, signal)}`;
    },
    about: (notices) =>
      sayPosters(
        reader,
        notices.map(({ messageId }) => messageId),
      ),
  });
}

/** For the mail room: anything but the request itself, which has its own email. */
function isNews({ state, text }: ToldStep): boolean {
  return state === 'cancelled' || text !== '';
}

function isWayBack({ state, state_before }: ToldStep): boolean {
  return state === 'ready' && state_before === 'picked-up';
}

/** Marked as picked up by mistake and back before the email went out, or the other way around. */
function isTakenBack(told: ToldStep): boolean {
  return (told.state === 'picked-up' || isWayBack(told)) && told.state !== told.state_now;
}

function sayToMailRoom({ state, text, requester_name, number }: ToldStep): string[] {
  return state === 'cancelled'
    ? [`${requester_name} canceled poster #${number}. Nothing is left to do.`]
    : [`${requester_name} answered your question about poster #${number}:`, '', text];
}

const became: Readonly<Record<PosterState, string>> = {
  received: "We received your poster request. You'll get another email when its status changes.",
  question: 'The mail room has a question about your poster. It is waiting for your answer:',
  printing: 'Your poster is being printed.',
  ready: 'Your poster is ready. Pick it up at the Mail & Copy Center.',
  'picked-up': 'Your poster was picked up.',
  cancelled: 'The mail room canceled your poster request.',
};

const notPickedUp =
  'Your poster was marked as picked up by mistake. It is still ready at the Mail & Copy Center.';

function sayToRequester(told: ToldStep): string[] {
  const { state, text, file_name, number } = told;
  const changed = state === null ? 'Your poster request has changed.' : became[state];
  const what = isWayBack(told) ? notPickedUp : changed;
  return [
    what,
    ...(text === '' ? [] : ['', text]),
    '',
    `Poster #${number}: ${file_name}`,
    ...(state === 'question' ? ['', 'Answer on its page:'] : []),
  ];
}

export function createHandOver({ reader, mail, publicUrl, campus, files, address }: EmailServices): Job {
  return defineJob<HandOver>({
    ...handOver,
    title: 'Send a poster to the mail room',
    retries: retriesForDays,
    limitSeconds: 300,
    async run({ requestId }, { signal }) {
      const row = await findRequest(reader, requestId);
      if (row === undefined || row.stored_name === null) return 'The poster was removed first.';
      if (address === undefined)
        return `Poster #${row.number} stays in the queue: there is no address anymore.`;
      // It would be printed.
      if (row.ended_at !== null) return `Poster #${row.number} is over, so it was not sent.`;
      const send = async (isAttached: boolean) => {
        const { stored_name } = row;
        const content =
          isAttached && stored_name !== null
            ? await (await files.open(reader, stored_name)).readWhole()
            : null;
        const page = pageOf(publicUrl, row.id);
        const requesterEmail = await findAddress(reader, row.requester_id);
        const { product } = campus;
        return mail.send(toHandOver(row, { content, page, product, address, requesterEmail }), signal);
      };
      const isAttached = Number(row.bytes) <= mostAttached;
      try {
        return `Poster #${row.number}: ${await send(isAttached)}`;
      } catch (error) {
        if (!isAttached || !(error instanceof EmailTooLarge)) throw error;
        return `Poster #${row.number} was too large for the mail server. With a link instead: ${await send(false)}`;
      }
    },
    about: (handed) =>
      sayPosters(
        reader,
        handed.map(({ requestId }) => requestId),
      ),
  });
}

interface HandedOver {
  /** The PDF; `null` if it is too large for an email. */
  content: Buffer | null;
  page: string;
  product: string;
  address: string;
  /** Where the requester gets email now; `null` if nowhere. */
  requesterEmail: string | null;
}

function toHandOver(row: RequestRow, handed: HandedOver): Email {
  const { content, page, product, address, requesterEmail } = handed;
  return {
    key: `poster-request-${row.number}${content === null ? '-link' : ''}`,
    to: address,
    ...(requesterEmail === null ? {} : { replyTo: requesterEmail }),
    subject: `[${product}] Poster #${row.number} for ${sayDate(row.needed_by)}: ${row.file_name}`,
    text: [
      ...factsOf(row, requesterEmail),
      '',
      content === null
        ? 'The PDF is too large for an email. It is on this page:'
        : 'The PDF is attached. Its page:',
      page,
      '',
      requesterEmail === null
        ? `${row.requester_name} is blocked or has left, and can't get a reply.`
        : `A reply to this email goes to ${row.requester_name}.`,
    ].join('\n'),
    attachments: content === null ? [] : [{ name: row.file_name, contentType: 'application/pdf', content }],
    // A shared mailbox may drop automatic mail.
    isAutomatic: false,
  };
}

function factsOf(row: RequestRow, requesterEmail: string | null): string[] {
  const facts = {
    Requester: `${row.requester_name}${requesterEmail === null ? '' : ` (${requesterEmail})`}`,
    'Needed by': sayDate(row.needed_by),
    Copies: String(row.copies),
    Size: sizeInWords(row),
    Pages: row.pages === 1 ? '' : `${row.pages}, only page 1 is printed`,
    Paper: row.paper,
    Finish: row.finish,
    Department: oneLine(row.department),
    'Budget code': oneLine(row.budget_code),
    Estimate: row.estimate_cents === null ? '' : inDollars(Number(row.estimate_cents) / 100),
  };
  const lines = Object.entries(facts).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  return [...lines, ...(row.notes === '' ? [] : ['', row.notes])];
}
