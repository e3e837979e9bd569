import type { Silence } from './api-error.ts';

/** What a person reads when our server did not speak itself: what happened, and what to do next. */
export const sentences: Readonly<Record<Silence | 'defect', string>> = {
  offline: 'You seem to be offline. Check your connection, then try again.',
  unreachable: 'The portal could not be reached. Check your connection, then try again.',
  timeout: 'The portal did not answer within 30 seconds. Wait a moment, then try again.',
  foreign:
    'Something other than the portal answered. If your network has a sign-in page of its own, open it first, then try again.',
  empty: 'The portal sent an empty answer. Try again; if it happens again, please contact IT.',
  'file-changed': 'The file was changed or moved after you chose it. Please choose it again.',
  defect: 'Something went wrong on this page. Reload it; if it happens again, please contact IT.',
};

const byStatus: Readonly<Record<number, string>> = {
  400: 'The portal did not understand this request. Check what you entered, then try again.',
  401: 'Your session has ended. Sign in again.',
  403: 'You are not allowed to do this. If you should be, please contact IT.',
  404: 'This no longer exists. Reload the page to see the newest state.',
  408: 'The connection was too slow. Try again.',
  409: 'Somebody changed this meanwhile. Reload the page to see the newest state.',
  413: 'This is too large to be sent. Choose a smaller file.',
  429: 'Too many attempts. Wait a moment, then try again.',
  503: 'The portal is busy or being updated. Wait a moment, then try again.',
};

export function sentenceOfStatus(status: number, retryAfter?: number): string {
  if (retryAfter !== undefined && (status === 429 || status === 503)) {
    return `${status === 429 ? 'Too many attempts.' : 'The portal is busy or being updated.'} Try again ${inSeconds(retryAfter)}.`;
  }
  const known = byStatus[status];
  if (known !== undefined) return known;
  return status >= 500
    ? 'The portal had a problem and could not finish this. Try again in a moment; if it happens again, please contact IT.'
    : sentences.foreign;
}

function inSeconds(seconds: number): string {
  if (seconds <= 1) return 'now';
  if (seconds < 90) return `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

/** After a write without an answer: nobody knows whether it was done. */
export function sentenceAfterLostWrite(isSafeToRepeat: boolean): string {
  return isSafeToRepeat
    ? 'It is safe to send it again: nothing happens twice.'
    : 'It may have been done all the same: look before you send it again.';
}
