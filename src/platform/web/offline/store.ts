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
      opened.onversionchange = () => opened.close();
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

async function within<T>(
  store: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opened = await database();
  return new Promise((resolve, reject) => {
    // What waits must be on the disk before anybody is told that it is safe; a draft is written at every key.
    const durability = store === 'waiting' ? 'strict' : 'relaxed';
    const transaction = opened.transaction(store, mode, { durability });
    const request = work(transaction.objectStore(store));
    // Left to itself it commits when the request has been answered, and a page that is left before that takes it along.
    if (mode === 'readwrite') transaction.commit();
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

export function readAll<Name extends StoreName>(store: Name): Promise<Contents[Name][]> {
  return within(store, 'readonly', (objects) => objects.getAll());
}

export function read<Name extends StoreName>(store: Name, key: string): Promise<Contents[Name] | undefined> {
  return within(store, 'readonly', (objects) => objects.get(key));
}

export async function write<Name extends StoreName>(store: Name, value: Contents[Name]): Promise<void> {
  await within(store, 'readwrite', (objects) => objects.put(value));
}

export async function remove(store: StoreName, key: string): Promise<void> {
  await within(store, 'readwrite', (objects) => objects.delete(key));
}

export async function clear(store: StoreName): Promise<void> {
  await within(store, 'readwrite', (objects) => objects.clear());
}
