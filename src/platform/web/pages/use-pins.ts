import { useSyncExternalStore } from 'react';
import { savePins } from '../../contract/pins.ts';
import { attempt } from '../client/attempt.ts';
import { showToast } from '../feedback/toasts.ts';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { pageData } from '../session/page-data.ts';
import { presetPins, type ToolTile, toolTilesFor } from './tiles.ts';

export interface Pins {
  /** Every tool tile that this person may use, sorted by title. */
  tiles: readonly ToolTile[];
  /** Those they pinned, in their own order. */
  pinned: readonly ToolTile[];
  isPinned: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Gives the pinned tools this order. */
  arrange: (ids: readonly string[]) => void;
}

/** As the page brought them, and as they were changed since; `null` until this person chooses. */
let chosen: readonly string[] | null = pageData.pins ?? null;
/** Saves go one after the other, so that the last one wins. */
let saving: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function become(next: readonly string[] | null): void {
  chosen = next;
  for (const listener of listeners) listener();
}

/** Shows it at once, and takes it back if the server did not store it. */
function save(next: string[]): void {
  const before = chosen;
  become(next);
  saving = saving.then(async () => {
    const fault = await attempt(savePins, { body: { pins: next } });
    if (fault === null) return;
    if (chosen === next) become(before);
    showToast({ tone: 'error', title: 'Your pins were not saved', text: fault });
  });
}

/** The pins of the person at the screen, the same wherever they are shown. */
export function usePins(): Pins {
  const { tools } = usePortal();
  const mayOpen = useMayOpen();
  const stored = useSyncExternalStore(subscribe, () => chosen);
  const tiles = toolTilesFor(
    tools.map(({ tool }) => tool),
    mayOpen,
  );
  const ids = stored ?? presetPins(tiles, mayOpen).map(({ id }) => id);
  return {
    tiles,
    pinned: ids.flatMap((id) => tiles.find((tile) => tile.id === id) ?? []),
    isPinned: (id) => ids.includes(id),
    toggle: (id) => save(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    // Tools that this person may not use today keep their pins: they may be back tomorrow.
    arrange: (order) => save([...order, ...ids.filter((id) => !order.includes(id))]),
  };
}
