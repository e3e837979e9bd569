import type { Entry } from './entry.ts';
import { forgetUnwritten, noteUnwritten, unwrittenDrafts } from './unwritten.ts';
import { upgradeFromFirst } from './upgrade.ts';

/** Something that a screen needs offline and that is about no one; or the person the device remembers. */
export interface Kept {
  name: string;
  value: unknown;
  keptAt: string;
}

interface Contents {
  entries: Entry;
  kept: Kept;
}
type StoreName = keyof Contents;

let opening: Promise<IDBDatabase> | null = null;

/** Rejects where the browser forbids storage; the caller continues without. */
function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('quad-offline', 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      request.result.createObjectStore('entries', { keyPath: 'id' });
      if (oldVersion === 0) request.result.createObjectStore('kept', { keyPath: 'name' });
      else if (request.transaction !== null) upgradeFromFirst(request.result, request.transaction);
    };
    request.onsuccess = () => {
      const opened = request.result;
      // A later version of the portal in another tab wants to change the stores, or the browser cuts us off.
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

async function begin(
  store: StoreName,
  mode: IDBTransactionMode,
  durability: IDBTransactionDurability,
): Promise<IDBTransaction> {
  const opened = await database();
  try {
    return opened.transaction(store, mode, { durability });
  } catch (reason) {
    // The connection is dead: browsers close it when a phone sleeps or someone clears the site's data.
    if (opening === null) throw reason;
    opening = null;
    return (await database()).transaction(store, mode, { durability });
  }
}

async function inTransaction<T>(
  store: StoreName,
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => IDBRequest<T>,
  durability: IDBTransactionDurability = 'relaxed',
): Promise<T> {
  const transaction = await begin(store, mode, durability);
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(store));
    // Otherwise it commits only after the request has its result, and closing the page before that loses it.
    if (mode === 'readwrite') transaction.commit();
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

export async function readAll<Name extends StoreName>(store: Name): Promise<Contents[Name][]> {
  if (store === 'entries') await takeUpUnwritten();
  return inTransaction(store, 'readonly', (objects) => objects.getAll());
}

export async function read<Name extends StoreName>(
  store: Name,
  key: string,
): Promise<Contents[Name] | undefined> {
  if (store === 'entries') await takeUpUnwritten();
  return inTransaction(store, 'readonly', (objects) => objects.get(key));
}

/** For everything that reads, submits, or deletes entries, so that it has the last words of each. */
async function takeUpUnwritten(): Promise<void> {
  // First: no other change of a draft may come between finding it and writing it.
  await database();
  // A full device could not have stored it before either.
  await Promise.all(unwrittenDrafts().map((draft) => putEntry(draft).catch(() => undefined)));
}

/** Stores an entry in its current state. A submitted one is on the disk before anyone is told it is safe. */
export async function putEntry(entry: Entry): Promise<void> {
  const isDraft = entry.state === 'draft';
  const settle = isDraft ? noteUnwritten(entry) : undefined;
  const durability = isDraft ? 'relaxed' : 'strict';
  await inTransaction('entries', 'readwrite', (objects) => objects.put(entry), durability).finally(settle);
}

export async function putKept(kept: Kept): Promise<void> {
  await inTransaction('kept', 'readwrite', (objects) => objects.put(kept));
}

export async function remove(store: StoreName, key: string): Promise<void> {
  if (store === 'entries') forgetUnwritten(key);
  await inTransaction(store, 'readwrite', (objects) => objects.delete(key));
}
