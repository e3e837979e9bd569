import { useEffect, useRef, useState } from 'react';
import { readDraft, removeDraft, saveDraft } from './drafts.ts';
import type { Owner } from './waiting.ts';

interface DraftOptions<Values extends Record<string, unknown>> {
  /** Names the form among those of the portal. */
  form: string;
  owner: Owner | null;
  values: Values;
  /** Whether there is anything to keep. */
  isDirty: boolean;
  /**
   * Puts what was found into the fields that are still empty: on a slow phone somebody may have begun to type before it
   * was found. It comes from an earlier day: check it.
   */
  restore: (found: Record<string, unknown>) => void;
}

/**
 * Keeps what is typed on the device, per person: it survives a reload, a closed browser and an ended session.
 * @returns When the restored draft was saved, `null` when there was none
 */
export function useDraft<Values extends Record<string, unknown>>(options: DraftOptions<Values>) {
  const { form, owner, values, isDirty } = options;
  const [restoredFrom, setRestoredFrom] = useState<string | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const wasDirty = useRef(false);
  const { provider, email } = owner ?? {};

  useEffect(() => {
    if (provider === undefined || email === undefined) return;
    let gone = false;
    readDraft({ owner: { provider, email }, form }).then(
      (draft) => {
        if (gone || draft === null) return;
        latest.current.restore(draft.values);
        setRestoredFrom(draft.savedAt);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [provider, email, form]);

  useEffect(() => {
    if (provider === undefined || email === undefined) return;
    const name = { owner: { provider, email }, form };
    if (!isDirty) {
      // Submitted or emptied; a form that was never touched leaves an earlier draft alone.
      if (wasDirty.current) void removeDraft(name).catch(() => undefined);
      wasDirty.current = false;
      return;
    }
    wasDirty.current = true;
    // At once, not after a pause: a phone that is put away may never come back to this page, and whoever logs out in
    // the same second is still warned.
    void saveDraft(name, values).catch(() => undefined);
  }, [provider, email, form, values, isDirty]);

  return { restoredFrom, forgetRestored: () => setRestoredFrom(null) };
}
