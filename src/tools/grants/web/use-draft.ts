import { useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../../../platform/web/client/api-error.ts';
import { call } from '../../../platform/web/client/call.ts';
import { reloadCalls } from '../../../platform/web/client/query.ts';
import { useWhenBack } from '../../../platform/web/client/use-when-back.ts';
import type { SavedDraft, TypedValues } from '../contract/draft-shapes.ts';
import { listDrafts, readApplication, readDraft, saveDraft } from '../contract.ts';
import { type Changes, changesBetween } from './changed-fields.ts';

/** How long it waits after the last keystroke. */
const pauseMs = 1_500;

/** For a save, and for a submission. */
const staleReasons: readonly string[] = ['stale-version', 'stale-draft'];

/** What another tab or device has done with the draft since this one read or saved it. */
export interface DraftConflict {
  changes: Changes;
  version: number;
}

export interface DraftState {
  /** When what is typed was saved; `null` before the first time. */
  savedAt: string | null;
  /** Everything typed is on the server. */
  isSaved: boolean;
  /** A save is under way, or what another tab or device has saved is being read after one failed. */
  isSaving: boolean;
  /** Why the last save failed. */
  problem: ApiError | null;
  conflict: DraftConflict | null;
  /** The problem is that another device or tab has saved something else. */
  isStale: boolean;
  /** Overwrites what another device or tab has saved with what is typed here. */
  keepMine: () => Promise<void>;
  /** Takes over what was changed there; everything else that is typed here stays. */
  takeTheirs: () => void;
  /** The draft is gone: what is typed becomes a new one. */
  saveAsNew: () => Promise<void>;
  tryAgain: () => void;
  /**
   * Waits for a save that is under way, and saves nothing more until `resume`: the form is being submitted.
   * @returns the version that this form knows to be on the server, 0 for none
   */
  hold: () => Promise<number>;
  /**
   * The form was not submitted: saves what is typed again. If the server has a different draft than the one that was
   * seen, it waits for the person to choose, as after a save.
   * @returns whether that is why
   */
  resume: (failure: ApiError) => boolean;
}

interface DraftOptions {
  id: string;
  /** What the server already has. */
  known: SavedDraft | null;
  values: TypedValues;
  /** Puts what another tab has changed into the form. */
  onTake: (changes: Changes) => void;
  onFirstSave?: () => void;
}

function isSame(before: TypedValues, after: TypedValues): boolean {
  return Object.keys(changesBetween(before, after)).length === 0;
}

/** Saves a form on the server as it is typed, so that it can be continued on another device. */
export function useDraft(options: DraftOptions): DraftState {
  const { id, known, values } = options;
  const [saved, setSaved] = useState(known);
  // What needs no save: what the form started with, then what was saved last. `null` from the start of a save until it succeeds.
  const [kept, setKept] = useState<TypedValues | null>(values);
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [conflict, setConflict] = useState<DraftConflict | null>(null);
  const [round, setRound] = useState(0);
  // `base` is what this tab knows to be on the server.
  const latest = useRef({ version: known?.version, base: values, onFirstSave: options.onFirstSave });
  /** For a save without a response, which may have arrived. */
  const unanswered = useRef<TypedValues | null>(null);
  const underWay = useRef<Promise<void> | null>(null);
  const isHeld = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  /** The form was submitted without a clear outcome: it may have ended the draft itself. */
  const mayBeSubmitted = useRef(false);

  /** @returns whether what the server has now is this tab's own save whose response was lost, and not someone else's */
  const adoptLost = async (): Promise<boolean> => {
    const lost = unanswered.current;
    if (lost === null) return false;
    const current = await call(readDraft, { params: { id } }).catch(() => null);
    if (current === null || current.data === null) return false;
    if (!isSame(lost, current.data.values)) return false;
    if (latest.current.version === undefined) latest.current.onFirstSave?.();
    latest.current.version = current.data.version;
    latest.current.base = lost;
    unanswered.current = null;
    return true;
  };

  const findConflict = async () => {
    const current = await call(readDraft, { params: { id } }).catch(() => null);
    if (current === null || current.data === null) return;
    const { values: there, version } = current.data;
    setConflict({
      changes: changesBetween(latest.current.base, there),
      version,
    });
  };

  const save = (current: TypedValues) => {
    const { version } = latest.current;
    const body = { values: current, ...(version === undefined ? {} : { version }) };
    setKept(null);
    setIsSaving(true);
    underWay.current = call(saveDraft, { params: { id }, body })
      .then(
        ({ data }) => {
          // Another form may be there by now, and the address is about that one.
          if (version === undefined && !isGone.current) latest.current.onFirstSave?.();
          latest.current.version = data.version;
          latest.current.base = current;
          unanswered.current = null;
          setSaved(data);
          setKept(current);
          setProblem(null);
          setConflict(null);
          reloadCalls([listDrafts]);
        },
        async (thrown: unknown) => {
          const failure = asApiError(thrown);
          const isStale = failure.reason === 'stale-version';
          if (!failure.isRefusal) unanswered.current = current;
          if (isStale && (await adoptLost())) return setRound((count) => count + 1);
          if (failure.status === 404 && mayBeSubmitted.current) return;
          setProblem(failure);
          if (isStale) await findConflict();
          // Another tab has submitted it.
          if (failure.status === 404) reloadCalls([readApplication]);
        },
      )
      .finally(() => {
        underWay.current = null;
        setIsSaving(false);
      });
    return underWay.current;
  };

  // A form that opens later starts with what is saved by then.
  useEffect(() => () => reloadCalls([readDraft]), []);

  const isStale = problem !== null && staleReasons.includes(problem.reason ?? '');
  // Then only the person can say what to do; anything else is retried with the next keystroke, or once the connection or the
  // session is back.
  const isStopped = isStale || problem?.status === 404;
  // Not whether the form is dirty: what was saved and then undone is undone on the server, too.
  const isSaved = kept !== null && isSame(kept, values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round retries the same values
  useEffect(() => {
    if (isSaved || isStopped) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      await underWay.current;
      // Of several that waited, only the last one saves: with the version that the previous save made.
      if (!isOver && !isHeld.current) await save(values);
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [values, isSaved, isStopped, round]);

  const tryAgain = () => {
    setProblem(null);
    setRound((count) => count + 1);
  };
  useWhenBack(problem !== null && !isStopped, tryAgain);

  return {
    savedAt: saved?.savedAt ?? null,
    isSaved,
    isSaving,
    problem,
    conflict,
    isStale,
    async keepMine() {
      // A conflict that could not be read is found again by the save.
      if (conflict !== null) latest.current.version = conflict.version;
      await save(values);
    },
    takeTheirs() {
      if (conflict === null) return;
      latest.current.version = conflict.version;
      // What was taken over is not what they change next.
      latest.current.base = { ...latest.current.base, ...conflict.changes };
      setProblem(null);
      setConflict(null);
      options.onTake(conflict.changes);
    },
    async saveAsNew() {
      latest.current.version = undefined;
      await save(values);
    },
    tryAgain,
    async hold() {
      isHeld.current = true;
      await underWay.current;
      await adoptLost();
      return latest.current.version ?? 0;
    },
    resume: (failure) => {
      isHeld.current = false;
      mayBeSubmitted.current = failure.mayHaveArrived;
      setRound((count) => count + 1);
      if (failure.reason !== 'stale-draft') return false;
      setProblem(failure);
      void findConflict();
      return true;
    },
  };
}
