import type { Silence } from './api-error.ts';

/** What a person reads when our server said nothing: what happened, and what to do next. */
export const sentences: Readonly<Record<Silence | 'defect', string>> = {
  offline: 'You seem to be offline. Check your connection, then try again.',
  unreachable: 'The portal could not be reached. Check your connection, then try again.',
  timeout: 'The portal did not answer in time. Wait a moment, then try again.',
  foreign:
    'Something other than the portal answered. If your network has its own sign-in page, open it first, then try again.',
  empty: 'The portal sent an empty response. Try again. If it keeps happening, contact IT.',
  defect: 'Something went wrong on this page. Reload it. If it keeps happening, contact IT.',
};

const byStatus: Readonly<Record<number, string>> = {
  400: 'The portal did not understand this request. Check what you entered, then try again.',
  401: 'Your session has ended. Sign in again.',
  403: "You don't have access to do this. If you should, contact IT.",
  404: "This no longer exists. Reload the page to see what's there now.",
  408: 'The connection was too slow. Try again.',
  409: 'Someone else changed this in the meantime. Reload the page to see the current version.',
  413: 'This is too large to send. Choose a smaller file.',
  429: 'Too many attempts. Wait a moment, then try again.',
  502: 'The portal did not answer. Wait a moment, then try again.',
  503: 'The portal is busy or being updated. Wait a moment, then try again.',
  504: 'The portal did not answer in time. Wait a moment, then try again.',
};

export function sentenceOfStatus(status: number, retryAfter?: number): string {
  if (retryAfter !== undefined && (status === 429 || status === 503)) {
    return `${status === 429 ? 'Too many attempts.' : 'The portal is busy or being updated.'} Try again ${inSeconds(retryAfter)}.`;
  }
  const known = byStatus[status];
  if (known !== undefined) return known;
  return status >= 500
    ? "The portal had a problem and couldn't finish this. Try again in a moment. If it keeps happening, contact IT."
    : sentences.foreign;
}

function inSeconds(seconds: number): string {
  if (seconds <= 1) return 'now';
  if (seconds < 90) return `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

/** With several files, it must be clear which one: choosing it again adds it next to the one that can't be read. */
export function sentenceOfLostFile(name: string): string {
  return `“${name}” can't be read anymore. It was changed or moved after you chose it, or it is a folder. Remove it, then choose it again.`;
}

/** After a write without a response: no one knows whether it was done. */
export function sentenceAfterLostWrite(isSafeToRepeat: boolean): string {
  return isSafeToRepeat
    ? "It's safe to send it again: nothing is done twice."
    : 'It may have gone through anyway. Check before you send it again.';
}
