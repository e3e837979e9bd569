import { ApiError } from '../client/api-error.ts';
import type { Manner } from '../client/request.ts';
import { type SentSoFar, sendUpload } from '../client/send-upload.ts';

/** An upload that is under way, as a form shows it. */
export interface Uploading extends SentSoFar {
  /** Over the last few seconds; `null` before anything is known. */
  bytesPerSecond: number | null;
  cancel: () => void;
}

/** What is shown after a person has canceled: nothing went wrong, and nothing is lost. */
const canceled = new ApiError({
  status: 0,
  detail: "The upload was canceled. Your file is still chosen. Send it again when you're ready.",
});

/** Progress is reported many times a second; a person reads it a few times. Milliseconds. */
const showEvery = 250;
/** The rate is over this many milliseconds. */
const rateOver = 5_000;

/**
 * How the upload of a form is sent.
 * @param show Called with the progress and the rate.
 */
export function beginUpload(show: (uploading: Uploading) => void): Pick<Manner, 'signal' | 'sendWith'> {
  const abort = new AbortController();
  const cancel = () => abort.abort(canceled);
  let recent: { at: number; sent: number }[] = [];
  let shownAt = 0;
  const sendWith = sendUpload(({ sent, total }) => {
    const at = performance.now();
    recent = [...recent.filter((one) => at - one.at < rateOver), { at, sent }];
    if (at - shownAt < showEvery && sent < total) return;
    shownAt = at;
    show({ sent, total, bytesPerSecond: rateOf(recent), cancel });
  });
  return { signal: abort.signal, sendWith };
}

function rateOf(recent: readonly { at: number; sent: number }[]): number | null {
  const [first, last] = [recent[0], recent.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < 500) return null;
  return ((last.sent - first.sent) / (last.at - first.at)) * 1_000;
}
