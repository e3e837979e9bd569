import { useEffect, useRef, useState } from 'react';
import { type FoundGroup, findThings } from '../../contract/finding.ts';
import { asApiError } from '../client/api-error.ts';
import { call } from '../client/call.ts';

/** What the server found. */
export interface Found {
  /** The words it was found for. */
  words: string;
  groups: readonly FoundGroup[];
  /** Titles of the kinds that did not answer in time. */
  missing: readonly string[];
  isLoading: boolean;
  /** Why it failed, as a sentence. */
  fault: string | null;
}

const nothing: Found = { words: '', groups: [], missing: [], isLoading: false, fault: null };
/** After the last keystroke, in milliseconds. */
const pause = 250;
const fewestLetters = 2;

/**
 * Asks the server what it finds for these words, once they stay for a moment. What was found before stays until then,
 * and a late response to earlier words never replaces it.
 * @param isAsked `false` if the server cannot be asked: signed out, or offline
 * @returns also whether it was found for other words than these
 */
export function useFound(typed: string, isAsked: boolean): Found & { isStale: boolean; retry: () => void } {
  const words = typed.trim().replace(/\s+/g, ' ');
  const [found, setFound] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const known = useRef(new Map<string, Found>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for the same words again
  useEffect(() => {
    if (!isAsked || words.length < fewestLetters) return setFound(nothing);
    const before = known.current.get(words);
    if (before !== undefined) return setFound(before);
    const stop = new AbortController();
    setFound((now) => ({ ...now, isLoading: true, fault: null }));
    const timer = setTimeout(async () => {
      const next = await ask(words, stop.signal);
      if (stop.signal.aborted) return;
      if (next.fault === null && next.missing.length === 0) known.current.set(words, next);
      setFound(next);
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words, isAsked, attempt]);
  return { ...found, isStale: found.words !== words, retry: () => setAttempt((count) => count + 1) };
}

async function ask(words: string, signal: AbortSignal): Promise<Found> {
  try {
    const { data, missing } = await call(findThings, { query: { q: words }, signal });
    return { ...nothing, words, groups: data, missing };
  } catch (thrown) {
    return { ...nothing, words, fault: asApiError(thrown).detail };
  }
}
