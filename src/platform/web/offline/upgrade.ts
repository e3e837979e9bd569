import type { Entry, Owner } from './entry.ts';

/** What the first version of the store held: drafts, and writes that waited or were refused. */
interface OldDraft {
  /** `provider:email:form`. */
  id: string;
  values: Record<string, unknown> & { writtenAt?: unknown };
  savedAt: string;
}
interface OldWrite {
  key: string;
  owner: Owner;
  request: { method: 'POST' | 'PUT'; path: `/${string}`; body: Readonly<Record<string, unknown>> };
  about: { title: string; noun: readonly [string, string]; screen: string };
  writtenAt: string;
  late: boolean;
  tried: boolean;
  refusal: { detail: string; reason: string | null; fields: Readonly<Record<string, string>> } | null;
}

/** The only form at that time. */
const form = 'ra-log';

export function fromOldDraft({ id, values: { writtenAt, ...values }, savedAt }: OldDraft): Entry {
  const [provider = '', email = ''] = id.split(':');
  return {
    state: 'draft',
    id: crypto.randomUUID(),
    owner: { provider, email },
    form,
    values,
    about: { title: 'Draft', noun: ['log', 'logs'], screen: '/' },
    changedAt: savedAt,
    writtenAt: typeof writtenAt === 'string' && writtenAt !== '' ? writtenAt : null,
  };
}

export function fromOldWrite({ key, refusal, ...write }: OldWrite): Entry {
  const common = { ...write, id: key, form, values: write.request.body, changedAt: write.writtenAt };
  return refusal === null ? { ...common, state: 'waiting' } : { ...common, state: 'refused', refusal };
}

/** Moves everything into the one store of entries, in the transaction of the upgrade: all or nothing. */
export function upgradeFromFirst(database: IDBDatabase, upgrade: IDBTransaction): void {
  const entries = upgrade.objectStore('entries');
  const move = <Old>(store: string, convert: (old: Old) => Entry) => {
    const all: IDBRequest<Old[]> = upgrade.objectStore(store).getAll();
    all.onsuccess = () => {
      for (const old of all.result) entries.put(convert(old));
      database.deleteObjectStore(store);
    };
  };
  move('waiting', fromOldWrite);
  move('drafts', fromOldDraft);
}
