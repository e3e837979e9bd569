import { type Change, change, type Draft, read } from './store.ts';
import { nameOfOwner, type Owner } from './waiting.ts';

let isClosed = false;

/** Nothing more is saved by this page: the person is logging out, and the page's last breath would bring it back. */
export function closeDrafts(): void {
  isClosed = true;
}

/** Which draft: of which form, and whose. */
export interface DraftName {
  owner: Owner;
  form: string;
}

function idOf({ owner, form }: DraftName): string {
  return `${nameOfOwner(owner)}:${form}`;
}

/** For a change that something else is part of: the draft as it is put into the store. */
export function puttingDraft(name: DraftName, values: Record<string, unknown>): Change {
  return { store: 'drafts', put: { id: idOf(name), values, savedAt: new Date().toISOString() } };
}

export function removingDraft(name: DraftName): Change {
  return { store: 'drafts', remove: idOf(name) };
}

export async function readDraft(name: DraftName): Promise<Draft | null> {
  return (await read('drafts', idOf(name))) ?? null;
}

export async function saveDraft(name: DraftName, values: Record<string, unknown>): Promise<void> {
  if (!isClosed) await change(puttingDraft(name, values));
}

export async function removeDraft(name: DraftName): Promise<void> {
  await change(removingDraft(name));
}
