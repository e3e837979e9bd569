import { ApiError } from './api-error.ts';

export interface Submission {
  send<T, R>(request: R, attempt: (key: string) => Promise<T>): Promise<T>;
}

/**
 * Gives every submit its Idempotency-Key. The key stays while the same content is tried again after an
 * unclear outcome (no response, a server error, an ended session), so that the server does it once. Other
 * content or a clear refusal ends it.
 */
export function createSubmission(newKey: () => string = () => crypto.randomUUID()): Submission {
  let open: { key: string; content: string } | null = null;
  return {
    async send(request, attempt) {
      const content = contentOf(request);
      if (open?.content !== content) open = { key: newKey(), content };
      const { key } = open;
      try {
        const answer = await attempt(key);
        open = null;
        return answer;
      } catch (error) {
        if (error instanceof ApiError && error.isRefusal && !error.isSignedOut) open = null;
        throw error;
      }
    },
  };
}

function contentOf(request: unknown): string {
  return JSON.stringify(request, (_name, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}
