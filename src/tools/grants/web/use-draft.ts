import { useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../../../platform/web/client/api-error.ts';
import { call } from '../../../platform/web/client/call.ts';
import { reloadCalls } from '../../../platform/web/client/query.ts';
import type { Draft, SavedDraft } from '../contract/draft-shapes.ts';
import { listDrafts, readDraft, saveDraft } from '../contract.ts';

/** How long it waits after the last key. */
const pauseMs = 1_500;

export interface DraftState {
  /** When what is typed was saved; `null` before the first time. */
  savedAt: string | null;
  /** Everything that is typed is on the server. */
  isSaved: boolean;
  /** Why the last save failed. */
  problem: ApiError | null;
  /** Saves what is typed here over what another device or tab has saved. */
  overwrite: () => Promise<void>;
  tryAgain: () => void;
  /** Waits for a save that is under way, and saves nothing more until `resume`: the form is being submitted. */
  hold: () => Promise<void>;
  resume: () => void;
}

interface DraftOptions<Values> {
  id: string;
  /** What the server has already. */
  known: SavedDraft | null;
  values: Values;
  isDirty: boolean;
  onFirstSave?: () => void;
}

/** Keeps a form on the server while it is typed, so that it can be continued on another device. */
export function useDraft<Values extends Draft['values']>(options: DraftOptions<Values>): DraftState {
  const { id, known, values, isDirty } = options;
  const [saved, setSaved] = useState(known);
  const [kept, setKept] = useState<Values | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [round, setRound] = useState(0);
  const latest = useRef({ version: known?.version, onFirstSave: options.onFirstSave });
  const underWay = useRef<Promise<void> | null>(null);
  const isHeld = useRef(false);

  const save = (current: Values) => {
    const { version } = latest.current;
    const body = { values: current, ...(version === undefined ? {} : { version }) };
    underWay.current = call(saveDraft, { params: { id }, body })
      .then(
        ({ data }) => {
          if (version === undefined) latest.current.onFirstSave?.();
          latest.current.version = data.version;
          setSaved(data);
          setKept(current);
          setProblem(null);
          reloadCalls([listDrafts]);
        },
        (thrown: unknown) => setProblem(asApiError(thrown)),
      )
      .finally(() => {
        underWay.current = null;
      });
    return underWay.current;
  };

  // Only the person can say what to do then; anything else is tried again with the next key.
  const isStopped = problem?.reason === 'stale-version' || problem?.status === 404;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round tries the same values again
  useEffect(() => {
    if (!isDirty || values === kept || isStopped) return;
    const timer = setTimeout(async () => {
      await underWay.current;
      if (!isHeld.current) await save(values);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [values, kept, isDirty, isStopped, round]);

  return {
    savedAt: saved?.savedAt ?? null,
    isSaved: !isDirty || values === kept,
    problem,
    async overwrite() {
      const current = await call(readDraft, { params: { id } }).catch(() => null);
      if (current !== null) latest.current.version = current.data.version;
      await save(values);
    },
    tryAgain: () => {
      setProblem(null);
      setRound(round + 1);
    },
    async hold() {
      isHeld.current = true;
      await underWay.current;
    },
    resume: () => {
      isHeld.current = false;
      setRound((count) => count + 1);
    },
  };
}
