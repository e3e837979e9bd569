import { useEffect } from 'react';

/** What the keys do, as the hint below the list says it. */
export const reviewKeys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['r', 'review'],
  ['x', 'select'],
] as const;

/**
 * Single keys for going through logs without the mouse. Off where someone types, with a modifier, and behind a dialog;
 * the person can switch them off (WCAG 2.2, 2.1.4).
 */
export function useReviewKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const isTaken =
        event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target);
      if (isTaken || document.querySelector('dialog[open]') !== null) return;
      if (actOn(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('textarea, select, [contenteditable], input:not([type=checkbox])') !== null;
}

function actOn(key: string): boolean {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-log]')];
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  if (key === 'j') return goTo(cards[at + 1]);
  if (key === 'k') return goTo(cards[at - 1]);
  const card = cards[at];
  if (card === undefined) return false;
  if (key === 'x') return pressIn(card, 'input[type=checkbox]');
  if (key !== 'r' || !pressIn(card, '[data-review]:not(:disabled)')) return false;
  // At once, so that the next key is for the next log while this one is being sent.
  goTo(cards.slice(at + 1).find((next) => next.querySelector('[data-review]:not(:disabled)') !== null));
  return true;
}

function goTo(card: HTMLElement | undefined): boolean {
  if (card === undefined) return false;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'nearest' });
  return true;
}

function pressIn(card: HTMLElement, selector: string): boolean {
  const control = card.querySelector<HTMLElement>(selector);
  control?.click();
  return control !== null;
}
