import { ApiError } from './api-error.ts';

export interface Submission {
  /** @param attempt Sends the given request with the key. */
  send<T, R>(request: R, attempt: (key: string, request: R) => Promise<T>): Promise<T>;
  /** Whether this was sent last, and it is not known what became of it: the same again repeats it. */
  mayHaveArrived(request: unknown): boolean;
}

export interface SubmissionOptions {
  /**
   * It puts something into a state and carries nothing that was typed. Another write on this page may have undone it, so
   * the same press after that is a new one: the first response would say that it worked, and nothing would happen.
   */
  isButton?: boolean;
}

/** How many writes of this page have worked. */
let worked = 0;

/**
 * Gives every submit its Idempotency-Key. The key stays while the same content is tried again after an
 * unclear outcome (no response, a server error, an ended session), so that the server does it once. Other
 * content or a clear refusal ends it.
 *
 * A `version` alone is not other content: a write whose response was lost changes the row, the page reads it again, and
 * the next try would name the new version. It sends the first version again, which the server recognizes.
 *
 * The same content again, while it is on its way, joins it. Other content waits its turn: one button in each row of a
 * list may share a submission, and what the second of them sends is not what the first one does. What was followed by
 * other content for the same address is sent again, as the final choice: someone chose A, then B, and then A again.
 */
export function createSubmission(
  newKey: () => string = () => crypto.randomUUID(),
  { isButton = false }: SubmissionOptions = {},
): Submission {
  let open: { key: string; content: string; request: unknown; worked: number } | null = null;
  let underWay: readonly { content: string; address: string; answer: Promise<unknown> }[] = [];
  let before: Promise<unknown> = Promise.resolve();

  async function attemptOnce<T, R>(
    content: string,
    request: R,
    attempt: (key: string, request: R) => Promise<T>,
  ): Promise<T> {
    const isOver = open?.content !== content || (isButton && open.worked !== worked);
    if (open === null || isOver) open = { key: newKey(), content, request, worked };
    try {
      const answer = await attempt(open.key, open.request as R);
      open = null;
      worked += 1;
      return answer;
    } catch (error) {
      if (error instanceof ApiError && !error.mayHaveArrived) open = null;
      throw error;
    }
  }

  return {
    mayHaveArrived: (request) => open !== null && open.content === contentOf(request),
    send<T, R>(request: R, attempt: (key: string, request: R) => Promise<T>) {
      const content = contentOf(request);
      const address = addressOf(request);
      const last = underWay.findLast((one) => one.address === address);
      // It was sent by this same caller, so its answer is of the same kind.
      if (last?.content === content) return last.answer as Promise<T>;
      const isAlone = underWay.length === 0;
      const answer = (
        isAlone
          ? attemptOnce(content, request, attempt)
          : before.then(() => attemptOnce(content, request, attempt))
      ).finally(() => {
        underWay = underWay.filter((one) => one.answer !== answer);
      });
      underWay = [...underWay, { content, address, answer }];
      before = answer.catch(() => undefined);
      return answer;
    },
  };
}

/** Which thing it is about, as far as the address of the call says it. */
function addressOf(request: unknown): string {
  const { params, query } = request as { params?: unknown; query?: unknown };
  return JSON.stringify([params, query]);
}

/** What is sent, without the `version`: a second try may be for a newer one. */
export function contentOf(request: unknown): string {
  return JSON.stringify(request, (name, value) => {
    if (name === 'version') return undefined;
    return value instanceof File ? [value.name, value.size, value.lastModified] : value;
  });
}
