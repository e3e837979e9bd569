/** Who may still miss. A miss is counted before the database is asked, and returned if there was a link after all. */
export interface MissLimit {
  /** Takes one miss of this unit's minute; `false` when none is left. */
  take(unit: string): boolean;
  giveBack(unit: string): void;
  /** Seconds until the unit may miss again. */
  retryAfterSeconds(unit: string): number;
}

const minute = 60_000;
const missesPerMinute = 60;
const mostUnits = 20_000;

interface Window {
  startedAt: number;
  left: number;
}

/** @param now A monotonic clock in milliseconds. */
export function createMissLimit(now: () => number = () => performance.now(), most = mostUnits): MissLimit {
  const windows = new Map<string, Window>();

  function current(unit: string): Window | undefined {
    const window = windows.get(unit);
    return window !== undefined && now() - window.startedAt < minute ? window : undefined;
  }

  function open(unit: string): Window {
    // The oldest window comes first, since a new one is always added at the end.
    windows.delete(unit);
    const oldest = windows.keys().next().value;
    if (windows.size >= most && oldest !== undefined) windows.delete(oldest);
    const window = { startedAt: now(), left: missesPerMinute };
    windows.set(unit, window);
    return window;
  }

  return {
    take(unit) {
      const window = current(unit) ?? open(unit);
      if (window.left === 0) return false;
      window.left -= 1;
      return true;
    },
    giveBack(unit) {
      const window = current(unit);
      if (window !== undefined && window.left < missesPerMinute) window.left += 1;
    },
    retryAfterSeconds(unit) {
      const window = current(unit);
      return window === undefined ? 1 : Math.max(1, Math.ceil((window.startedAt + minute - now()) / 1_000));
    },
  };
}
