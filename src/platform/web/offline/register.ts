import { syncTag } from './send.ts';

/** Background Sync, which is missing in TypeScript's library because not every browser has it. */
interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Installs the service worker, or lets the browser look for a newer one. Only offline screens need it. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
}

/** Asks the browser to wake the service worker once there is a connection, even when no page is open anymore. */
export async function wakeWorkerLater(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (registration as { sync?: SyncManager } | undefined)?.sync?.register(syncTag);
  } catch {
    // Not supported, or switched off: the next page sends what is waiting.
  }
}
