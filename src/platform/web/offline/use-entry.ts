import { useCallback, useEffect, useRef, useState } from 'react';
import type { Call } from '../../contract/call.ts';
import { noteUnsavedWork } from '../form/unsaved.ts';
import { announceChange } from './channel.ts';
import { noteOpen, type Obstacle, openEntry, type Submitted, submitEntry } from './entries.ts';
import { type Draft, type Entry, isSamePerson, type Owner, toDraft } from './entry.ts';
import { holdEntry, type Release } from './hold.ts';
import { setMark } from './mark.ts';
import { putEntry, read, readAll, remove } from './store.ts';

interface EntryOptions<Values> {
  /** Identifies the form. */
  form: string;
  owner: Required<Owner>;
  values: Values;
  /** Whether there is anything to keep. */
  isDirty: boolean;
  /** The form is being submitted: no other entry may take the place of the one in it. */
  isSending: boolean;
  about: Entry['about'];
  /** Puts the values of an entry into the fields. They may come from an earlier release: validate them. */
  show: (values: Readonly<Record<string, unknown>>) => void;
  /** What is different about an entry when the form opens it again, later than it was written. */
  changeOf: Parameters<typeof openEntry>[1];
}

interface Held {
  draft: Draft;
  release: Release;
}

/** The entry that the form shows. */
interface Open {
  id: string;
  writtenAt: string | null;
  /** For a draft that was found on the device: when it was last changed. */
  restoredFrom: string | null;
  release: Release;
}

/**
 * Keeps what is typed on the device, as an entry of this person: it survives a reload, a closed browser, and
 * an ended session. Each tab has its own entry; a form that opens continues the last draft that no other tab
 * has open.
 */
export function useEntry<Values extends Record<string, unknown>>(options: EntryOptions<Values>) {
  const { form, owner, values, isDirty } = options;
  const [open, setOpen] = useState(newEntry);
  const latest = useRef({ ...options, open });
  useEffect(() => {
    latest.current = { ...options, open };
  });
  // Whether the last change reached the device.
  const [isKept, setIsKept] = useState(true);
  const wasDirty = useRef(false);
  const changes = useRef(0);
  const isSubmitting = useRef(false);

  const goOnWith = useCallback((held: Held, restoredFrom: string | null) => {
    const { id, writtenAt, values: found } = held.draft;
    latest.current.open.release();
    setOpen({ id, writtenAt, restoredFrom, release: held.release });
    latest.current.show(found);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: someone who comes back through another provider is the same person
  useEffect(() => {
    let gone = false;
    findDraft(form, owner).then(
      (found) => {
        if (found === null) return;
        // Someone who has already started to type finds the draft in the list.
        if (gone || latest.current.isDirty) found.release();
        else {
          const { draft, release } = found;
          goOnWith({ draft: toDraft(draft, latest.current.changeOf(draft)), release }, draft.changedAt);
        }
      },
      () => undefined,
    );
    return () => {
      gone = true;
      if (!isSubmitting.current) latest.current.open.release();
    };
  }, [form, owner.id, goOnWith]);

  useEffect(() => noteOpen(open.id), [open.id]);

  useEffect(() => {
    if (!isDirty) return;
    setMark(true);
    rememberForTab(form, open.id);
  }, [form, isDirty, open.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: all that a draft is made of
  useEffect(() => {
    if (isSubmitting.current && isDirty) return;
    isSubmitting.current = false;
    changes.current += 1;
    const change = changes.current;
    // At once, without a delay: a phone that is put away may never come back to this page. But several changes of one
    // moment are one write: a browser drops writes that are waiting for others when the page closes.
    queueMicrotask(() => {
      if (change !== changes.current) return;
      const hasChanged = wasDirty.current !== isDirty;
      wasDirty.current = isDirty;
      // A form that was never touched has nothing on the device.
      if (!isDirty && !hasChanged) return;
      const written = isDirty ? putEntry(draftOf(latest.current)) : remove('entries', open.id);
      written.then(
        () => {
          setIsKept(true);
          if (hasChanged) announceChange();
        },
        () => setIsKept(false),
      );
    });
  }, [owner.id, form, values, isDirty, open]);

  const isLoose = isDirty && !isKept;
  useEffect(() => (isLoose ? noteUnsavedWork({}) : undefined), [isLoose]);

  return {
    writtenAt: open.writtenAt,
    restoredFrom: open.restoredFrom,
    /** Deletes the entry. The caller then empties the form. */
    discard(): void {
      void remove('entries', open.id).catch(() => undefined);
      open.release();
      setOpen(newEntry());
    },
    /** Opens another entry in the form. What was in the form stays on the device as a draft. */
    async edit(id: string): Promise<Obstacle | null> {
      if (latest.current.isSending) return 'sending';
      if (isLoose) return 'full';
      const opened = await openEntry(id, latest.current.changeOf);
      if (typeof opened === 'string') return opened;
      if (latest.current.isSending) {
        opened.release();
        return 'sending';
      }
      goOnWith(opened, null);
      return null;
    },
    /** Changes the entry in the form. */
    change(to: Pick<Draft, 'values' | 'writtenAt'>): void {
      setOpen({ ...open, writtenAt: to.writtenAt });
      latest.current.show(to.values);
    },
    /** Like `submitEntry`. Afterward the form has a new entry, and the caller empties it. */
    async submit<C extends Call>(
      contract: C,
      body: Record<string, unknown>,
      isShown: () => boolean,
    ): Promise<Submitted<C>> {
      isSubmitting.current = true;
      try {
        const { release } = latest.current.open;
        const submitted = await submitEntry(draftOf(latest.current), contract, body, { isShown, release });
        setOpen(newEntry());
        return submitted;
      } catch (refusal) {
        isSubmitting.current = false;
        throw refusal;
      }
    },
  };
}

function draftOf<Values extends Record<string, unknown>>({
  form,
  owner: { id: person, provider, email },
  values,
  about,
  open: { id, writtenAt },
}: EntryOptions<Values> & { open: Open }): Draft {
  const owner = { id: person, provider, email };
  const changedAt = new Date().toISOString();
  return { state: 'draft', id, owner, form, values, about, writtenAt, changedAt };
}

function newEntry(): Open {
  const id = crypto.randomUUID();
  const held = holdEntry(id);
  const release = () => void held.then((letGo) => letGo?.());
  return { id, writtenAt: null, restoredFrom: null, release };
}

/** After a reload, this page may be here before a busy browser has released the entry from the old one. */
const reloadMs = 5_000;

/** The last draft that no other tab has open, preferably the one of this tab. */
async function findDraft(form: string, owner: Owner): Promise<Held | null> {
  const ofTab = entryOfTab(form);
  const drafts = (await readAll('entries'))
    .filter((entry) => entry.state === 'draft' && entry.form === form && isSamePerson(entry.owner, owner))
    .toSorted((one, other) => other.changedAt.localeCompare(one.changedAt))
    .toSorted((one, other) => Number(other.id === ofTab) - Number(one.id === ofTab));
  for (const { id } of drafts) {
    const release = await holdEntry(id, id === ofTab ? reloadMs : 0);
    if (release === null) continue;
    const draft = await read('entries', id);
    if (draft?.state === 'draft') return { draft, release };
    release();
  }
  return null;
}

const nameInTab = (form: string) => `quad-entry-${form}`;

/** The entry that this tab had open last; a reload keeps it, another tab does not have it. */
function entryOfTab(form: string): string | null {
  try {
    return sessionStorage.getItem(nameInTab(form));
  } catch {
    return null;
  }
}

function rememberForTab(form: string, id: string): void {
  try {
    sessionStorage.setItem(nameInTab(form), id);
  } catch {
    // If storage is forbidden, there is no entry to find either.
  }
}
