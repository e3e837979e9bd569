import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { JobFailure } from '../../../../platform/server/jobs/job-failure.ts';
import { connectionCode } from '../../../../platform/server/log/connection-code.ts';
import { connectionAdvice } from '../../../../platform/server/outside/connection-advice.ts';
import { fetchWhole } from '../../../../platform/server/outside/fetch-whole.ts';
import { bodyOf, type HandedTicket, type HandOver } from './hand-over.ts';

interface ZammadSettings {
  url: string;
  token: string;
  group: string;
  product: string;
}

interface ZammadHandOver extends HandOver {
  /** Checks that it accepts the token and lets us search for tickets. @throws JobFailure */
  check(signal: AbortSignal): Promise<void>;
}

const created = z.object({
  number: z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(100)),
});
const found = z.array(created.extend({ title: z.string() }));
const me = z.object({ id: z.number() });

const named = {
  what: 'Zammad server',
  setting: 'url in help-desk.yaml',
  authority: 'in NODE_EXTRA_CA_CERTS',
  ports: '443 with https://',
};

/** In milliseconds: 25 MB of attachments take a while. */
const patience = 60_000;
/** For a response. */
const mostBytes = 1024 * 1024;

/**
 * Zammad by its documented interface (`POST /api/v1/tickets`); `guess:` creates the customer if there is none. Zammad
 * has no idempotency keys, so a retry looks for the ticket first, by its title and the id in its text.
 */
export function handOverToZammad({ url, token, group, product }: ZammadSettings): ZammadHandOver {
  return {
    find,
    async check(signal) {
      const { status, text } = await ask('GET', `${url}/api/v1/users/me`, signal);
      if (status === 401 || status === 403) throw refusedWith(status);
      if (status !== 200 || !me.safeParse(parse(text)).success)
        throw new JobFailure(`It does not respond like Zammad (${status}). Check url in help-desk.yaml.`);
      await find({ id: randomUUID(), number: 0 }, signal);
    },
    async send(ticket, signal) {
      const { id, subject, requester, attachments } = ticket;
      // A ticket there needs a customer, who is found by an address.
      if (requester.email === null)
        throw new JobFailure('Its requester is blocked or has left, so Zammad would have no one to answer.', {
          final: true,
        });
      const files = await Promise.all(
        attachments.map(async ({ fileName, mediaType, read }) => ({
          filename: fileName,
          data: (await read()).toString('base64'),
          'mime-type': mediaType,
        })),
      );
      const body = {
        title: `${markOf(ticket)} ${subject}`,
        group,
        customer_id: `guess:${requester.email}`,
        article: {
          subject,
          body: `${bodyOf(ticket)}\n\n${product} reference: ${id}`,
          type: 'web',
          sender: 'Customer',
          internal: false,
          content_type: 'text/plain',
          attachments: files,
        },
      };
      const { status, text } = await ask('POST', `${url}/api/v1/tickets`, signal, body);
      if (status !== 201) throw refusedWith(status);
      const parsed = created.safeParse(parse(text));
      if (!parsed.success)
        throw new JobFailure('Zammad answered in a format that Quad does not know.', { final: true });
      const { number: there } = parsed.data;
      return { number: there, said: `Handed over to Zammad as #${there}.` };
    },
  };

  /** By conditions, which Zammad answers from its database: its search index may be a few seconds behind. */
  async function find(
    ticket: Pick<HandedTicket, 'id' | 'number'>,
    signal: AbortSignal,
  ): Promise<string | null> {
    const mark = markOf(ticket);
    const query = new URLSearchParams({
      expand: 'true',
      limit: '10',
      'condition[ticket.title][operator]': 'contains',
      'condition[ticket.title][value]': mark,
      'condition[article.body][operator]': 'contains',
      'condition[article.body][value]': ticket.id,
    });
    const { status, text } = await ask('GET', `${url}/api/v1/tickets/search?${query}`, signal);
    // One that cannot search in this way gets the ticket twice rather than never.
    if (status === 400 || status === 404 || status === 422) return null;
    if (status !== 200) throw refusedWith(status);
    const tickets = found.safeParse(parse(text)).data ?? [];
    return tickets.find(({ title }) => title.startsWith(mark))?.number ?? null;
  }

  function markOf({ number }: Pick<HandedTicket, 'number'>): string {
    return `[${product} #${number}]`;
  }

  async function ask(method: 'GET' | 'POST', address: string, signal: AbortSignal, body?: object) {
    try {
      const response = await fetchWhole(address, {
        method,
        headers: { authorization: `Token token=${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        most: mostBytes,
        patience,
        signal,
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      const code = connectionCode(error);
      const reason = connectionAdvice(code, named) ?? 'Zammad could not be reached, or took too long.';
      throw new JobFailure(reason, { cause: new Error(code) });
    }
  }
}

function refusedWith(status: number): JobFailure {
  if (status === 401 || status === 403)
    return new JobFailure(`Zammad rejected the token, or it lacks the permission ticket.agent (${status}).`);
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return new JobFailure(
    isFinal ? `Zammad refused the ticket (${status}).` : `Zammad asked to try again later (${status}).`,
    { final: isFinal },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
