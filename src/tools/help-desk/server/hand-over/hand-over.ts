import type { Answer } from '../tables.ts';

/** A message that the requester may read, too. */
interface HandedMessage {
  id: string;
  by: string;
  /** As a sentence says it: `Nov 21, 2026, 1:05 AM MST`. */
  at: string;
  text: string;
}

/** What another help desk gets. */
export interface HandedTicket {
  id: string;
  number: number;
  /** `email`: where they get email now; `null` if nowhere. */
  requester: { name: string; email: string | null };
  subject: string;
  category: string | null;
  answers: readonly Answer[];
  /** The request, then what was added while it was waiting to be handed over. */
  messages: readonly HandedMessage[];
  attachments: readonly { fileName: string; mediaType: string; bytes: number; read(): Promise<Buffer> }[];
}

/** Another help desk. */
export interface HandOver {
  /**
   * Looks for what an earlier try left there without a response: it must not become a second ticket.
   * @returns its number there; `null` if there is none, or if that cannot be known
   * @throws JobFailure
   */
  find(ticket: Pick<HandedTicket, 'id' | 'number'>, signal: AbortSignal): Promise<string | null>;
  /**
   * @returns the number that the ticket has there, `null` if there is none; and a sentence for the Queue Manager
   * @throws JobFailure
   */
  send(ticket: HandedTicket, signal: AbortSignal): Promise<{ number: string | null; said: string }>;
}

/** The ticket as one text: what was asked, the answers to the questions of its category, and what was added since. */
export function bodyOf({ messages: [request, ...added], category, answers }: HandedTicket): string {
  const facts = [
    ...(category === null ? [] : [`Category: ${category}`]),
    ...answers.map(({ question, answer }) => `${question} ${answer}`),
  ];
  return [
    request?.text ?? '',
    ...(facts.length === 0 ? [] : ['', ...facts]),
    ...added.flatMap(({ by, at, text }) => ['', `${by} wrote on ${at}:`, '', text]),
  ].join('\n');
}
