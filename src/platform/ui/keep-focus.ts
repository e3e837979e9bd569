import { ignoreSecondClicks } from './second-click.ts';

interface Place {
  /** What had the focus, or what stands in for it now. */
  element: HTMLElement;
  had: HTMLElement;
  /** The page it was on, and the dialog. */
  path: string;
  dialog: Element | null;
  /** Whether it showed that it had the focus: after a click, the page does not scroll to what has it next. */
  isVisible: boolean;
}

/** At most this many from one dialog: a long form in it does not push out what opened it. */
const most = 3;
/** Someone who waits longer than this for a button, in milliseconds, may be reading elsewhere by then. */
const patience = 5_000;
/** A second press was meant for what is gone, in milliseconds. */
const doublePress = 500;

const controls = 'a[href], button, summary, input[type="checkbox"], input[type="radio"]';
const fields = 'input, textarea, select';
/** What makes clear where people are when it gets the focus. */
const groups = 'li, tr, fieldset, article, [aria-label], [aria-labelledby], [tabindex="-1"]';

/** The last one had the focus last. */
let places: Place[] = [];
let lostAt: number | null = null;
let moved: { to: HTMLElement; at: number } | null = null;
let isAsked = false;
/** What was pressed leaves the focus where it is, such as in the field of a list of options. */
let staysElsewhere = false;

/**
 * Keeps the focus near where it was, on the whole page: a browser drops it when the element that had it is removed,
 * hidden, or disabled, and with a keyboard or a screen reader people would start over at the top. A button that
 * was disabled while it worked gets it back. What was removed is followed by the same button in the next row, or else by
 * the group around it (https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/), never by a button that does
 * something else. Code that moves the focus within two frames takes precedence.
 */
export function keepFocus(): void {
  // First, so that what is not pressed doesn't get the focus either.
  ignoreSecondClicks();
  document.addEventListener('focusin', ({ target }) => remember(target));
  document.addEventListener('mousedown', ({ target, defaultPrevented }) => {
    staysElsewhere = defaultPrevented;
    // On a phone, the click is already over by then, and what was tapped may be gone.
    if (!(target instanceof Element && target.closest(`${controls}, ${fields}, label`)))
      setTimeout(forgetIfLeft);
  });
  document.addEventListener('click', focusClicked, { capture: true });
  for (const type of ['keydown', 'keyup'] as const)
    document.addEventListener(type, swallowSecondPress, { capture: true });
  new MutationObserver((records) => {
    for (const place of places) place.element = heirOf(place.element, records);
    if (!isLost()) lostAt = null;
    else if (!isAsked) askToFindAgain();
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
  });
}

function remember(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement)) return;
  lostAt = null;
  const path = window.location.pathname;
  const dialog = target.closest('dialog');
  places = places.filter((place) => place.element !== target && place.path === path);
  const beside = places.filter((place) => place.dialog === dialog);
  places = places.filter((place) => place.dialog !== dialog || beside.indexOf(place) > beside.length - most);
  places.push({ element: target, had: target, path, dialog, isVisible: target.matches(':focus-visible') });
}

/**
 * Safari doesn't focus a button that is clicked, so a dialog that it opens could not return the focus to it: VoiceOver on
 * a phone would start over at the top.
 */
function focusClicked({ target, isTrusted, detail }: MouseEvent): void {
  // A single key may press a button for someone who stays where they are.
  if (!isTrusted || staysElsewhere || !(target instanceof Element)) return;
  const control = target.closest<HTMLElement>(controls);
  if (control === null || control === document.activeElement) return;
  // Enter in a field presses the button of its form.
  if (detail === 0 && document.activeElement?.matches(fields)) return;
  // In browsers that don't know the option, a first tap may show the outline.
  control.focus({ preventScroll: true, focusVisible: false });
}

/** A click on the empty page gives up the focus on purpose. */
function forgetIfLeft(): void {
  if (document.activeElement === document.body) places = [];
}

/** A disabled element keeps the focus until the next frame. */
function isLost(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.matches(':disabled');
}

function askToFindAgain(): void {
  isAsked = true;
  lostAt ??= performance.now();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      isAsked = false;
      if (isLost()) findAgain();
    }),
  );
}

function findAgain(): void {
  const here = places.filter(({ path }) => path === window.location.pathname);
  const isVisible = here.at(-1)?.isVisible === true;
  for (const { element, had } of here.toReversed()) {
    if (element.getClientRects().length === 0) continue;
    // It, or what is around it, is busy, and comes back when it is done.
    if (element.matches('[data-loading]') || element.closest('[inert]:not(dialog)') !== null) return;
    const isLate = performance.now() - (lostAt ?? 0) > patience;
    if (isLate || (!isVisible && element.matches(fields))) return;
    const target = element.matches(':disabled') ? groupOf(element.parentElement) : element;
    if (target === null || !takesFocus(target, isVisible)) continue;
    moved = target === had ? null : { to: target, at: performance.now() };
    return;
  }
}

function takesFocus(element: HTMLElement, isVisible: boolean): boolean {
  const isOurs = !element.matches(`[tabindex], ${controls}, ${fields}`);
  if (isOurs) element.tabIndex = -1;
  element.focus({ preventScroll: !isVisible });
  const isTaken = document.activeElement === element;
  const undo = () => {
    // Another window has the focus for a while: without it, the browser would not give it back.
    if (document.activeElement === element) return;
    element.removeAttribute('tabindex');
    element.removeEventListener('blur', undo);
  };
  if (isOurs && isTaken) element.addEventListener('blur', undo);
  else if (isOurs) element.removeAttribute('tabindex');
  return isTaken;
}

function swallowSecondPress(event: KeyboardEvent): void {
  if (moved === null || event.target !== moved.to || (event.key !== 'Enter' && event.key !== ' ')) return;
  if (!event.repeat && performance.now() - moved.at > doublePress) return;
  event.preventDefault();
  event.stopPropagation();
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
  // Icons have no words: there, it is the one at the same place if both rows have the same number.
  const isSame = (other: HTMLElement, index: number) =>
    other.textContent === gone.textContent &&
    (other.textContent !== '' || (others.length === buttons.length && index === buttons.indexOf(gone)));
  return others.find(isSame) ?? sayingWhere(next);
}

/** `element` or what is around it: the row, the field set, the heading of the dialog or the page. */
function groupOf(element: HTMLElement | null): HTMLElement | null {
  // What comes and goes above the page says nothing about where people were.
  if (element === null || element.matches('body, [popover]')) return null;
  if (element instanceof HTMLDialogElement) return element.querySelector('h2');
  if (element.id === 'main') return element.querySelector('h1') ?? element;
  return element.matches(groups) ? sayingWhere(element) : groupOf(element.parentElement);
}

/** A screen reader says only that it is an item of a list. */
function sayingWhere(group: HTMLElement): HTMLElement {
  if (group.matches('[aria-label], [aria-labelledby], tr')) return group;
  return group.querySelector<HTMLElement>('h2, h3, h4') ?? group;
}
