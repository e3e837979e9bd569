import type { Answer } from '../tables.ts';

/** What another help desk gets. */
export interface HandedTicket {
  id: string;
  number: number;
  requester: { name: string; email: string };
  subject: string;
  description: string;
  category: string | null;
  answers: readonly Answer[];
  attachments: readonly { fileName: string; mediaType: string; bytes: number; read(): Promise<Buffer> }[];
}

/** Another help desk. */
export interface HandOver {
  /**
   * @param isRetry An earlier try may have arrived without an answer: it must not become a second ticket
   * @returns the number that the ticket has there, `null` where there is none, and a sentence for the Queue Manager
   * @throws JobFailure
   */
  send(
    ticket: HandedTicket,
    signal: AbortSignal,
    isRetry: boolean,
  ): Promise<{ number: string | null; said: string }>;
}

/** The request as one text: what was asked, and the answers to the questions of its category. */
export function bodyOf({ description, category, answers }: HandedTicket): string {
  const facts = [
    ...(category === null ? [] : [`Category: ${category}`]),
    ...answers.map(({ question, answer }) => `${question} ${answer}`),
  ];
  return [description, ...(facts.length === 0 ? [] : ['', ...facts])].join('\n');
}
