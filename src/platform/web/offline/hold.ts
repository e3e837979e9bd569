/** Releases an entry. */
export type Release = () => void;

/**
 * Holds an entry while it is typed in, sent, edited or deleted: no other tab or worker of this browser does
 * any of that at the same time (Web Locks; the browser releases it when the page is gone). Without locks, the
 * keys alone protect.
 * @param patienceMs How long to wait for the current holder; 0 does not wait.
 * @returns `null` when another holder still has it
 */
export function holdEntry(id: string, patienceMs = 0): Promise<Release | null> {
  const { locks } = navigator;
  if (locks === undefined) return Promise.resolve(() => undefined);
  const options = patienceMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(patienceMs) };
  return new Promise((resolve) => {
    locks
      .request(`quad-entry:${id}`, options, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(() => resolve(null));
  });
}
