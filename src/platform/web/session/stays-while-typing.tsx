import { type ReactNode, useState } from 'react';
import { hasUnsavedWork } from './unsaved-work.ts';

/**
 * What is drawn only for as long as it may be used stays while someone has unsent work on the page: they can copy what they
 * typed, and sending it says why it can't be saved.
 * @returns Whether to draw it, and a function that ends it anyway
 */
export function useStayWhileTyping(isUsable: boolean): [stays: boolean, end: () => void] {
  const [stays, setStays] = useState(isUsable);
  if (isUsable && !stays) setStays(true);
  if (!isUsable && stays && !hasUnsavedWork()) setStays(false);
  return [stays, () => setStays(false)];
}

/** A form that others may close, such as the reply to a ticket that is then merged. What is printed has no use for it. */
export function StaysWhileTyping({ isUsable, children }: { isUsable: boolean; children: ReactNode }) {
  const [stays] = useStayWhileTyping(isUsable);
  return stays && <div data-no-print>{children}</div>;
}
