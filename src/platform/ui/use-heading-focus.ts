import { type RefObject, useLayoutEffect, useRef } from 'react';

let isHandedOver = false;

/**
 * Keeps the focus that a heading got on arrival while the page behind it changes: when the heading that has it is
 * removed, because a skeleton gives way to the page, the next heading takes it.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = heading.current;
    if (isHandedOver && document.activeElement === document.body) element?.focus({ preventScroll: true });
    isHandedOver = false;
    return () => {
      isHandedOver = document.activeElement === element;
    };
  }, []);
  return heading;
}
