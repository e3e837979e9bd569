import { useEffect, useRef } from 'react';
import { breakpoints, inEm } from './breakpoints.ts';

/** Here a dialog fills the screen, so it looks like a page of its own. */
const phone = `(max-width: ${inEm(breakpoints.sm - 0.1)})`;

/** The marks of the open dialogs, the top one last. */
const open: string[] = [];
let marks = 0;
/** What has to wait until the browser has left the entries of dialogs that are gone. */
const waiting: (() => void)[] = [];
let isListening = false;
let limit: ReturnType<typeof setTimeout> | undefined;
/** In milliseconds. A busy device may take seconds. Only browsers without the Navigation API may wait in vain. */
const longestBack = 'navigation' in globalThis ? 10_000 : 1_000;

const markHere = (): unknown => (history.state as { dialog?: unknown } | null)?.dialog;

/** Whether this is the entry of a dialog. A page that is opened from inside takes its place: Forward would end there. */
export const isOnDialog = (): boolean => typeof markHere() === 'string';

function isOnGoneDialog(): boolean {
  return isOnDialog() && !open.includes(markHere() as string);
}

/** An entry of a dialog that is gone, such as because the page was loaded again, is the same page again: it is skipped. */
function passBy(): void {
  if (isOnGoneDialog()) history.back();
  // Later, since the browser restores how far that page was scrolled after this event.
  else if (waiting.length > 0) setTimeout(goOn);
}

function goOn(): void {
  clearTimeout(limit);
  for (const go of waiting.splice(0)) go();
}

/** From the first dialog on, open or not. The page may have been loaded on such an entry. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('popstate', passBy);
  passBy();
}

/** Runs `go` at once, or after a dialog that closes on a phone has gone back, which would undo a navigation until then. */
export function afterClosing(go: () => void): void {
  listen();
  waiting.push(go);
  const canGoBack = window.navigation?.canGoBack ?? true;
  if (!isOnGoneDialog() || !canGoBack) return void goOn();
  // If the browser has nothing to go back to, it never reports that it went back.
  clearTimeout(limit);
  limit = setTimeout(goOn, longestBack);
}

/** On a phone, Back closes what covers the page instead of leaving the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(listen, []);
  useEffect(() => {
    if (!isOpen || !window.matchMedia(phone).matches) return;
    marks += 1;
    const mark = `${performance.timeOrigin} ${marks}`;
    const enter = () => history.pushState({ ...history.state, dialog: mark }, '');
    const closeOnBack = () => {
      if (open.at(-1) !== mark || markHere() === mark) return;
      // It may ask first and stay open: the next Back is for it, too.
      enter();
      close.current();
    };
    open.push(mark);
    // Another dialog may just be giving way to this one.
    afterClosing(() => {
      if (!open.includes(mark)) return;
      enter();
      addEventListener('popstate', closeOnBack);
    });
    return () => {
      removeEventListener('popstate', closeOnBack);
      open.splice(open.indexOf(mark), 1);
      if (markHere() === mark) history.back();
    };
  }, [isOpen]);
}
