// Not when it is needed: code that could not be loaded once fails until the page is reloaded, however often someone tries.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/web/client/call.ts';
import { readCaptchaChallenge } from '../contract.ts';

export interface SolvedCaptcha {
  /** What the form sends; `null` until it is solved. */
  value: string | null;
  state: 'idle' | 'working' | 'solved' | 'failed';
  /** Starts, unless it already has. */
  start: () => void;
  /** Each one works once: a new one starts at once. */
  startOver: () => void;
}

/** A puzzle lasts 20 minutes; a new one is solved before that. */
const renewMs = 18 * 60 * 1_000;
const lookMs = 1_000;

/** Works on the server's puzzle while the person is typing. */
export function useAltcha(): SolvedCaptcha {
  const [solved, setSolved] = useState<{ state: SolvedCaptcha['state']; value: string | null }>({
    state: 'idle',
    value: null,
  });
  const run = useRef<AbortController | null>(null);
  const askedAt = useRef(0);

  const startOver = useCallback(() => {
    run.current?.abort();
    const controller = new AbortController();
    run.current = controller;
    askedAt.current = Date.now();
    setSolved({ state: 'working', value: null });
    void solve(controller).then(
      (value) => {
        if (!controller.signal.aborted) setSolved({ state: 'solved', value });
      },
      () => {
        if (!controller.signal.aborted) setSolved({ state: 'failed', value: null });
      },
    );
  }, []);
  const start = useCallback(() => {
    if (run.current === null) startOver();
  }, [startOver]);

  useEffect(() => {
    if (solved.state !== 'failed') return;
    addEventListener('online', startOver);
    return () => removeEventListener('online', startOver);
  }, [solved.state, startOver]);
  useEffect(() => {
    if (solved.state !== 'solved') return;
    return renewInTime(askedAt.current, startOver);
  }, [solved.state, startOver]);
  useEffect(() => () => run.current?.abort(), []);

  return { ...solved, start, startOver };
}

/**
 * Renews what was requested at a time of `Date.now()` before it expires. The clock is read each second and when someone
 * comes back to the page, since a long timer stops while the device is asleep.
 * @returns Ends it
 */
export function renewInTime(askedAt: number, renew: () => void): () => void {
  const look = () => {
    // A device that has just woken up has no network yet, and a puzzle that can't be requested has failed.
    if (Math.abs(Date.now() - askedAt) < renewMs || navigator.onLine === false) return;
    end();
    renew();
  };
  const timer = setInterval(look, lookMs);
  document.addEventListener('visibilitychange', look);
  const end = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
  return end;
}

async function solve(controller: AbortController): Promise<string> {
  const { data: challenge } = await call(readCaptchaChallenge, { signal: controller.signal });
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey, controller });
  if (solution === null) throw new Error('The challenge was not solved in time.');
  return btoa(JSON.stringify({ challenge, solution }));
}
