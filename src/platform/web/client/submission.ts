import { ApiError } from './api-error.ts';

export interface Submission {
  /** @param attempt Sends it with the key. */
  send<T, R>(request: R, attempt: (key: string) => Promise<T>): Promise<T>;
}

/**
 * Gives every submit its Idempotency-Key. The key stays while the same content is tried again after an
 * unclear outcome (no response, a server error, an ended session), so that the server does it once. Other
 * content or a clear refusal ends it.
 *
 * The same content again, while it is on its way, joins it. Other content waits its turn: one button in each row of a
 * list may share a submission, and what the second of them sends is not what the first one does.
 */
export function createSubmission(newKey: () => string = () => crypto.randomUUID()): Submission {
  let open: { key: string; content: string } | null = null;
  const underWay = new Map<string, Promise<unknown>>();
  let before: Promise<unknown> = Promise.resolve();

  async function attemptOnce<T>(content: string, attempt: (key: string) => Promise<T>): Promise<T> {
    if (open?.content !== content) open = { key: newKey(), content };
    try {
      const answer = await attempt(open.key);
      open = null;
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.isRefusal && !error.isSignedOut) open = null;
      throw error;
    } finally {
      underWay.delete(content);
    }
  }

  return {
    send<T, R>(request: R, attempt: (key: string) => Promise<T>) {
      const content = contentOf(request);
      const same = underWay.get(content);
      // It was sent by this same caller, so its answer is of the same kind.
      if (same !== undefined) return same as Promise<T>;
      const isAlone = underWay.size === 0;
      const answer = isAlone
        ? attemptOnce(content, attempt)
        : before.then(() => attemptOnce(content, attempt));
      underWay.set(content, answer);
      before = answer.catch(() => undefined);
      return answer;
    },
  };
}

function contentOf(request: unknown): string {
  return JSON.stringify(request, (_name, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}
