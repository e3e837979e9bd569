import { useEffect } from 'react';

/**
 * Single keys for going through rows without the mouse. Off while someone is typing, with a modifier, and behind a dialog;
 * the person can switch them off (WCAG 2.2, 2.1.4).
 * @param act Acts on a key, as in `KeyboardEvent.key`. @returns Whether it was one of its keys
 */
export function useSingleKeys(isOn: boolean, act: (key: string) => boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const isTaken =
        event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target);
      if (isTaken || document.querySelector('dialog[open]') !== null) return;
      if (act(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, act]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('textarea, select, [contenteditable], input:not([type=checkbox])') !== null;
}
