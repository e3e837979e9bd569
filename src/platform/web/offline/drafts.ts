import { type Draft, read, remove, write } from './store.ts';
import { nameOfOwner, type Owner } from './waiting.ts';

let isClosed = false;

/** Nothing more is saved by this page: the person is logging out, and the page's last breath would bring it back. */
export function closeDrafts(): void {
  isClosed = true;
}

function idOf(owner: Owner, form: string): string {
  return `${nameOfOwner(owner)}:${form}`;
}

export async function readDraft(owner: Owner, form: string): Promise<Draft | null> {
  return (await read('drafts', idOf(owner, form))) ?? null;
}

export async function saveDraft(owner: Owner, form: string, values: Record<string, unknown>): Promise<void> {
  if (isClosed) return;
  await write('drafts', { id: idOf(owner, form), values, savedAt: new Date().toISOString() });
}

export async function removeDraft(owner: Owner, form: string): Promise<void> {
  await remove('drafts', idOf(owner, form));
}
