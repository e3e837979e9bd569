import { useState } from 'react';
import { ApiError } from '../client/api-error.ts';
import type { Manner, SentSoFar } from '../client/request.ts';

/** An upload that is under way, as a form shows it. */
export interface Uploading extends SentSoFar {
  /** Over the last seconds; `null` before anything is known. */
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

interface Upload {
  current: Uploading | null;
  begin: () => Required<Pick<Manner, 'signal' | 'onProgress'>>;
  end: () => void;
}

/** The progress and the rate of the upload that a form sends. */
export function useUploading(): Upload {
  const [current, setCurrent] = useState<Uploading | null>(null);
  return {
    current,
    begin() {
      const abort = new AbortController();
      const cancel = () => abort.abort(canceled);
      let recent: { at: number; sent: number }[] = [];
      let shownAt = 0;
      return {
        signal: abort.signal,
        onProgress({ sent, total }) {
          const at = performance.now();
          recent = [...recent.filter((one) => at - one.at < rateOver), { at, sent }];
          if (at - shownAt < showEvery && sent < total) return;
          shownAt = at;
          setCurrent({ sent, total, bytesPerSecond: rateOf(recent), cancel });
        },
      };
    },
    end() {
      setCurrent(null);
    },
  };
}

function rateOf(recent: readonly { at: number; sent: number }[]): number | null {
  const [first, last] = [recent[0], recent.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < 500) return null;
  return ((last.sent - first.sent) / (last.at - first.at)) * 1_000;
}
