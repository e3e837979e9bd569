import { type RefObject, useEffect } from 'react';

/** Tells the style sheet what the keyboard of a phone leaves of the window: it covers the window, and does not shrink it. */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (view === null) return;
    const tell = () => {
      element.current?.style.setProperty('--visible-height', `${view.height}px`);
      element.current?.style.setProperty('--visible-top', `${view.offsetTop}px`);
    };
    tell();
    view.addEventListener('resize', tell);
    view.addEventListener('scroll', tell);
    return () => {
      view.removeEventListener('resize', tell);
      view.removeEventListener('scroll', tell);
    };
  }, [element]);
}
