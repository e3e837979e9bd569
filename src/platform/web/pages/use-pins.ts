import { useEffect, useSyncExternalStore } from 'react';
import { unreachable } from '../client/attempt.ts';
import { showToast } from '../feedback/toasts.ts';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { useAccount } from '../session/account.ts';
import { pageData } from '../session/page-data.ts';
import { createStore } from '../store/store.ts';
import type { PinsChange, SentPins } from './send-pins.ts';
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

/** As the server last reported them; `null` until this person chooses. */
let known: readonly string[] | null = pageData.pins ?? null;
let isKnown = pageData.account !== null;
/** As they are shown: with what was changed and may still be on its way. */
const shown = createStore(known);
/** Changes are sent one after the other, in the order in which they were made. */
let saving: Promise<void> = Promise.resolve();

/** Shows it at once, and what the server has as soon as it says so: other pages and devices change pins, too. */
function save(change: PinsChange): void {
  shown.become(change.next);
  saving = saving.then(async () => {
    const { pins = known, fault } = await import('./send-pins.ts').then(
      ({ sendPins }) => sendPins(change),
      (): SentPins => ({ fault: unreachable }),
    );
    known = pins;
    if (shown.current() === change.next) shown.become(known);
    if (fault !== null) showToast({ tone: 'error', title: 'Your pins were not saved', text: fault });
  });
}

/** Someone who signed in in another tab, or on the offline shell, has a page that was served without their pins. */
function learn(): void {
  isKnown = true;
  const before = shown.current();
  saving = saving.then(async () => {
    const pins = await import('./send-pins.ts').then(
      ({ readOwnPins }) => readOwnPins(),
      () => undefined,
    );
    if (pins === undefined) isKnown = false;
    else known = pins;
    if (shown.current() === before) shown.become(known);
  });
}

/** The pins of the person at the screen, the same wherever they are shown. */
export function usePins(): Pins {
  const { tools } = usePortal();
  const { account } = useAccount();
  useEffect(() => {
    if (account !== null && !isKnown) learn();
  }, [account]);
  const mayOpen = useMayOpen();
  const stored = useSyncExternalStore(shown.subscribe, shown.current);
  const tiles = toolTilesFor(
    tools.map(({ tool }) => tool),
    mayOpen,
  );
  const atFirst = presetPins(tiles, mayOpen).map(({ id }) => id);
  const ids = stored ?? atFirst;
  const change = (next: readonly string[]) => save({ before: stored, atFirst, next });
  return {
    tiles,
    pinned: ids.flatMap((id) => tiles.find((tile) => tile.id === id) ?? []),
    isPinned: (id) => ids.includes(id),
    toggle: (id) => change(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    // Tools that this person may not use today keep their pins: they may be back tomorrow.
    arrange: (order) => change([...order, ...ids.filter((id) => !order.includes(id))]),
  };
}
