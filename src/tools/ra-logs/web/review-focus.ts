import type { RaLog } from '../contract.ts';

/** Where the focus goes after a review, whose button is gone: to the next unreviewed log. */
export function focusNextReview(reviewed: RaLog): void {
  const card = cardOf(reviewed._id);
  const active = document.activeElement;
  // Someone who moved on in the meantime stays where they are.
  if (active !== document.body && active !== null && !card?.contains(active)) return;
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-review]:not(:disabled)')].filter(
    (button) => button.dataset.review !== reviewed._id,
  );
  const next = buttons.find(
    (button) =>
      card !== null && (card.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  (next ?? buttons[0] ?? document.querySelector<HTMLElement>('h1'))?.focus();
}

function cardOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-log="${id}"]`);
}
