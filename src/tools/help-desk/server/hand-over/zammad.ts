import { z } from 'zod';
import { JobFailure } from '../../../../platform/server/jobs/job-failure.ts';
import { bodyOf, type HandOver } from './hand-over.ts';

interface ZammadSettings {
  url: string;
  token: string;
  group: string;
  product: string;
}

const created = z.object({
  number: z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(100)),
});

/** In milliseconds: 25 MB of attachments take a while. */
const patience = 60_000;
/** More of an answer is not read. */
const mostRead = 1024 * 1024;

/** Zammad by its documented interface (`POST /api/v1/tickets`); `guess:` makes the customer where there is none. */
export function handOverToZammad({ url, token, group, product }: ZammadSettings): HandOver {
  return {
    async send(ticket, signal) {
      const { number, subject, requester, attachments } = ticket;
      const files = await Promise.all(
        attachments.map(async ({ fileName, mediaType, read }) => ({
          filename: fileName,
          data: (await read()).toString('base64'),
          'mime-type': mediaType,
        })),
      );
      const body = {
        title: `[${product} #${number}] ${subject}`,
        group,
        customer_id: `guess:${requester.email}`,
        article: {
          subject,
          body: bodyOf(ticket),
          type: 'web',
          sender: 'Customer',
          internal: false,
          content_type: 'text/plain',
          attachments: files,
        },
      };
      const answer = await post(`${url}/api/v1/tickets`, token, body, signal);
      const parsed = created.safeParse(answer);
      if (!parsed.success)
        throw new JobFailure('Zammad answered in a form that Quad does not know.', { final: true });
      return { number: parsed.data.number, said: `Handed over to Zammad as #${parsed.data.number}.` };
    },
  };
}

async function post(url: string, token: string, body: object, signal: AbortSignal): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Token token=${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    text = await readUpTo(response, mostRead);
  } catch (error) {
    // Its message may name the address of the request.
    const cause = new Error(error instanceof Error ? error.name : 'unknown');
    throw new JobFailure('Zammad could not be reached, or took too long.', { cause });
  }
  const { status } = response;
  if (status === 201) return parse(text);
  if (status === 401 || status === 403)
    throw new JobFailure(`Zammad rejected the token, or it lacks the permission ticket.agent (${status}).`);
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  throw new JobFailure(
    isFinal ? `Zammad refused the ticket (${status}).` : `Zammad asked to try again later (${status}).`,
    { final: isFinal },
  );
}

async function readUpTo(response: Response, most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  for await (const piece of response.body ?? []) {
    total += piece.byteLength;
    if (total > most) throw new Error('The answer is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
