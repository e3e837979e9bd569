import type { ApiError } from '../client/api-error.ts';
import { hasUnsavedWork } from '../session/unsaved-work.ts';

/**
 * Whether a page says that there is nothing at its address. What was there and has been removed stays while someone is typing
 * on the page: they can copy it, and sending it says why it can't be saved.
 */
export function isGone({ data, error }: { data?: unknown; error: ApiError | null }): boolean {
  const isMissing = error?.status === 404 || error?.status === 400;
  return isMissing && (data === undefined || !hasUnsavedWork());
}
