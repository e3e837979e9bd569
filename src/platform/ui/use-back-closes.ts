import { useEffect, useRef } from 'react';
import { breakpoints, inEm } from './breakpoints.ts';

/** Where a dialog fills the screen, so that it looks like its own page. */
const phone = `(max-width: ${inEm(breakpoints.sm - 0.1)})`;

/** The marks of the open dialogs, the top one last. */
const open: string[] = [];
let marks = 0;

const markHere = (): unknown => (history.state as { dialog?: unknown } | null)?.dialog;

/** An entry of a dialog that is gone, because a link inside was followed, is the same page again: it is skipped. */
function passBy(): void {
  const mark = markHere();
  if (typeof mark === 'string' && !open.includes(mark)) history.back();
}

/** On a phone, Back closes what covers the page instead of leaving the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
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
    if (open.length === 0) addEventListener('popstate', passBy);
    open.push(mark);
    enter();
    addEventListener('popstate', closeOnBack);
    return () => {
      removeEventListener('popstate', closeOnBack);
      open.splice(open.indexOf(mark), 1);
      if (markHere() === mark) history.back();
    };
  }, [isOpen]);
}
