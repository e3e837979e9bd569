import { useState } from 'react';
import type { DeskDetails } from '../contract/desk-shapes.ts';

export interface Seen {
  /** To send with a change. */
  version: number;
  /** One's own change has worked. */
  note: (ticket: DeskDetails) => void;
  /** The person has been told that it changed. */
  tell: () => void;
}

/**
 * The version that the person has seen. The ticket is read again in the background, and what others did since may be below
 * the fold: a change is refused until they are told.
 */
export function useSeen(ticket: DeskDetails): Seen {
  const [seen, setSeen] = useState(ticket.version);
  const [isTold, setIsTold] = useState(false);
  return {
    version: isTold ? ticket.version : seen,
    note: ({ version }) => {
      setSeen(version);
      setIsTold(false);
    },
    tell: () => setIsTold(true),
  };
}
