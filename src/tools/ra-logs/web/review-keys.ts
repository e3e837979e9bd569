import { useSingleKeys } from '../../../platform/web/list/use-single-keys.ts';

/** What the keys do, as in the hint below the list. */
export const reviewKeys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['r', 'review'],
  ['x', 'select'],
] as const;

/** Going through logs and reviewing them without the mouse. */
export function useReviewKeys(isOn: boolean): void {
  useSingleKeys(isOn, actOn);
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
