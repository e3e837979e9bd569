import { useState } from 'react';
import { savePins } from '../../contract/pins.ts';
import { attempt } from '../client/attempt.ts';
import { showToast } from '../feedback/toasts.ts';
import type { MayOpen } from '../routes/visible.ts';
import { pageData } from '../session/page-data.ts';
import { presetPins, type ToolTile } from './tiles.ts';

export interface Pins {
  pinned: readonly ToolTile[];
  isPinned: (id: string) => boolean;
  toggle: (id: string) => void;
}

/** As the page brought them, and as they were changed since; `null` until this person chooses. */
let chosen: readonly string[] | null = pageData.pins ?? null;
/** Saves go one after the other, so that the last one wins. */
let saving: Promise<void> = Promise.resolve();

/** The pins of a person. A click shows at once, and is undone if the server did not store it. */
export function usePins(tiles: readonly ToolTile[], mayOpen: MayOpen): Pins {
  const [shown, setShown] = useState(chosen);
  const ids = shown ?? presetPins(tiles, mayOpen).map(({ id }) => id);
  const become = (next: readonly string[] | null) => {
    chosen = next;
    setShown(next);
  };
  return {
    pinned: ids.flatMap((id) => tiles.find((tile) => tile.id === id) ?? []),
    isPinned: (id) => ids.includes(id),
    toggle(id) {
      const before = chosen;
      const next: string[] = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
      become(next);
      saving = saving.then(async () => {
        const fault = await attempt(savePins, { body: { pins: next } });
        if (fault === null) return;
        if (chosen === next) become(before);
        showToast({ tone: 'error', title: 'Your pins were not saved', text: fault });
      });
    },
  };
}
