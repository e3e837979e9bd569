import { type RefObject, useEffect } from 'react';

/** Tells the style sheet how much of the window a phone's keyboard leaves: it covers the window instead of shrinking it. */
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
