import { useState } from 'react';
import type { RaLog } from '../contract.ts';

export interface Selection {
  /** Selected logs that are on the page and can still be reviewed, in the order of the list. */
  ids: readonly string[];
  has: (id: string) => boolean;
  set: (id: string, isSelected: boolean) => void;
  setAll: (ids: readonly string[]) => void;
}

/** Which logs are selected. One that leaves the page, or that someone reviews, is no longer selected. */
export function useSelection(rows: readonly RaLog[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = rows.filter(({ _id, can }) => can.review && chosen.has(_id)).map(({ _id }) => _id);
  return {
    ids,
    has: (id) => ids.includes(id),
    set: (id, isSelected) =>
      setChosen((now) => new Set(isSelected ? [...now, id] : [...now].filter((one) => one !== id))),
    setAll: (all) => setChosen(new Set(all)),
  };
}
