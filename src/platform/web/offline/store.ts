import type { WaitingWrite } from './waiting.ts';

/** What is typed and not submitted yet, of one form and one person. */
export interface Draft {
  id: string;
  values: Record<string, unknown>;
  savedAt: string;
}

/** Something that a screen needs without a network and that is about nobody; or whom the device remembers. */
export interface Kept {
  name: string;
  value: unknown;
  keptAt: string;
}

interface Contents {
  waiting: WaitingWrite;
  drafts: Draft;
  kept: Kept;
}
export type StoreName = keyof Contents;

const keyPaths: Record<StoreName, string> = { waiting: 'key', drafts: 'id', kept: 'name' };

let opening: Promise<IDBDatabase> | null = null;

/** Rejects where the browser forbids storage; whoever asks goes on without. */
function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('quad-offline', 1);
    request.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(keyPaths)) {
        request.result.createObjectStore(store, { keyPath });
      }
    };
    request.onsuccess = () => {
      const opened = request.result;
      // A later version of the portal in another tab wants to change the stores; and a browser may cut us off.
      opened.onversionchange = () => {
        opened.close();
        opening = null;
      };
      opened.onclose = () => {
        opening = null;
      };
      resolve(opened);
    };
    request.onerror = () => reject(request.error);
  }).catch((reason: unknown) => {
    opening = null;
    throw reason;
  });
  return opening;
}

/** A part of a change that happens whole or not at all. */
export type Change =
  | { [Name in StoreName]: { store: Name; put: Contents[Name] } }[StoreName]
  | { store: StoreName; remove: string };

/** What waits must be on the disk before anybody is told that it is safe; a draft is written at every key. */
function durabilityOf(stores: readonly StoreName[]): IDBTransactionDurability {
  return stores.includes('waiting') ? 'strict' : 'relaxed';
}

async function begin(stores: readonly StoreName[], mode: IDBTransactionMode): Promise<IDBTransaction> {
  const opened = await database();
  try {
    return opened.transaction(stores, mode, { durability: durabilityOf(stores) });
  } catch (reason) {
    // The connection is dead: browsers cut it when a phone sleeps or somebody clears the site's data.
    if (opening === null) throw reason;
    opening = null;
    return (await database()).transaction(stores, mode, { durability: durabilityOf(stores) });
  }
}

async function inTransaction<T>(
  stores: readonly StoreName[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => { readonly result: T },
): Promise<T> {
  const transaction = await begin(stores, mode);
  return new Promise((resolve, reject) => {
    const request = work(transaction);
    // Left to itself it commits when the request has been answered, and a page that is left before that takes it along.
    if (mode === 'readwrite') transaction.commit();
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

export function readAll<Name extends StoreName>(store: Name): Promise<Contents[Name][]> {
  return inTransaction([store], 'readonly', (opened) => opened.objectStore(store).getAll());
}

export function read<Name extends StoreName>(store: Name, key: string): Promise<Contents[Name] | undefined> {
  return inTransaction([store], 'readonly', (opened) => opened.objectStore(store).get(key));
}

/** Makes all changes or none, also when the page is closed in the middle. */
export async function change(...changes: readonly Change[]): Promise<void> {
  const stores = [...new Set(changes.map(({ store }) => store))];
  await inTransaction(stores, 'readwrite', (opened) => {
    for (const one of changes) {
      const objects = opened.objectStore(one.store);
      if ('put' in one) objects.put(one.put);
      else objects.delete(one.remove);
    }
    return { result: undefined };
  });
}

export async function write<Name extends StoreName>(store: Name, value: Contents[Name]): Promise<void> {
  await inTransaction([store], 'readwrite', (opened) => opened.objectStore(store).put(value));
}

export async function remove(store: StoreName, key: string): Promise<void> {
  await inTransaction([store], 'readwrite', (opened) => opened.objectStore(store).delete(key));
}

export async function clear(store: StoreName): Promise<void> {
  await inTransaction([store], 'readwrite', (opened) => opened.objectStore(store).clear());
}
