interface Place {
  /** What had the focus, or what stands in for it. */
  element: HTMLElement;
  /** The page it was on. */
  path: string;
  /** Whether it showed that it had the focus: after a click, the page does not scroll to what has it next. */
  isVisible: boolean;
}

/** So many are enough to come back from a menu in a dialog over a list. */
const most = 8;

const controls = 'a[href], button, summary, input[type="checkbox"], input[type="radio"]';
/** What says by itself where one is when it gets the focus. */
const groups = 'li, tr, fieldset, article, [aria-label], [aria-labelledby], [tabindex="-1"]';

/** The last one had the focus last. */
let places: Place[] = [];
let isAsked = false;

/**
 * Keeps the focus near where it was, on the whole page: a browser gives it to no element when the one that had it is
 * removed, hidden, or disabled, and with a keyboard or a screen reader one would start over at the top. A button that
 * was disabled while it worked gets it back. What was removed is followed by the same place in the next row, or else by
 * the group around it (https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/). Whoever moves the focus within
 * two frames comes first.
 */
export function keepFocus(): void {
  remember(document.activeElement);
  document.addEventListener('focusin', ({ target }) => remember(target));
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget === null) setTimeout(() => forgetIfLeft(target));
  });
  new MutationObserver((records) => {
    for (const place of places) place.element = heirOf(place.element, records);
    if (!isLost() || isAsked) return;
    isAsked = true;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        isAsked = false;
        if (isLost()) findAgain();
      }),
    );
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
  });
}

function remember(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  const path = window.location.pathname;
  places = places.filter((place) => place.element !== target && place.path === path).slice(1 - most);
  places.push({ element: target, path, isVisible: target.matches(':focus-visible') });
}

/** A click on the empty page gives up the focus on purpose. */
function forgetIfLeft(target: EventTarget | null): void {
  const isThere = target instanceof HTMLElement && isShown(target) && !target.matches(':disabled');
  if (isThere && document.activeElement === document.body && target.closest('[inert]') === null) places = [];
}

/** A disabled element keeps the focus until the next frame. */
function isLost(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.matches(':disabled');
}

const isShown = (element: Element) => element.getClientRects().length > 0;

function findAgain(): void {
  const here = places.filter(({ path }) => path === window.location.pathname);
  if (here.length === 0) return;
  for (const { element, isVisible } of here.toReversed()) {
    if (!isShown(element)) continue;
    // It works, and is enabled when it is done.
    if (element.matches('[data-loading]')) return;
    if (takesFocus(element.matches(':disabled') ? nearest(element) : element, isVisible)) return;
  }
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  takesFocus(dialog?.querySelector('h2') ?? document.querySelector('h1') ?? document.querySelector('main'));
}

function takesFocus(element: HTMLElement | null, isVisible = true): boolean {
  if (element === null) return false;
  if (!element.matches('[tabindex], a[href], button, input, textarea, select, summary')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: !isVisible });
  return document.activeElement === element;
}

/** The element itself, or what stands in for it once it was removed. */
function heirOf(element: HTMLElement, records: readonly MutationRecord[]): HTMLElement {
  let heir: HTMLElement | null = element;
  while (heir !== null && !heir.isConnected) heir = standIn(heir, records);
  return heir ?? element;
}

function standIn(gone: HTMLElement, records: readonly MutationRecord[]): HTMLElement | null {
  const holds = (node: Node) => node.contains(gone);
  const removal = records.findLast(({ removedNodes }) => [...removedNodes].some(holds));
  const removed = removal && [...removal.removedNodes].find(holds);
  if (removed === undefined || !(removal?.target instanceof HTMLElement)) return null;
  return (removed !== gone && samePlace(gone, removed as HTMLElement, removal)) || groupOf(removal.target);
}

/** The same button in the row that moved up, or in the one before; the row itself if it has no such button. */
function samePlace(gone: HTMLElement, row: HTMLElement, removal: MutationRecord): HTMLElement | null {
  const { previousSibling: before, nextSibling: after, target } = removal;
  const next = [after, before?.nextSibling, before].find(
    (other): other is HTMLElement =>
      other instanceof HTMLElement &&
      other !== row &&
      other.parentNode === target &&
      other.tagName === row.tagName &&
      other.className === row.className,
  );
  if (next === undefined) return null;
  const buttons = [...row.querySelectorAll<HTMLElement>(controls)];
  const others = [...next.querySelectorAll<HTMLElement>(controls)];
  const sameWords = others.find(({ textContent }) => textContent !== '' && textContent === gone.textContent);
  const sameNumber = others.length === buttons.length ? others[buttons.indexOf(gone)] : undefined;
  return sameWords ?? sameNumber ?? next;
}

/** `element` or what is around it: the row, the field set, the heading of the dialog or the page. */
function groupOf(element: HTMLElement | null): HTMLElement | null {
  // What comes and goes above the page says nothing about where one was.
  if (element === null || element.matches('body, [popover]')) return null;
  if (element instanceof HTMLDialogElement) return element.querySelector('h2');
  if (element.id === 'main') return element.querySelector('h1') ?? element;
  return element.matches(groups) ? element : groupOf(element.parentElement);
}

/** The button or link beside a disabled one: the next in its group, or else the last before it. */
function nearest(element: HTMLElement): HTMLElement | null {
  const group = groupOf(element.parentElement);
  const others = [...(group?.querySelectorAll<HTMLElement>(controls) ?? [])].filter(
    (other) => isShown(other) && !other.matches(':disabled'),
  );
  const isAfter = (other: HTMLElement) =>
    (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return others.find(isAfter) ?? others.at(-1) ?? group;
}
