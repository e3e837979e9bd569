import { useLayoutEffect, useRef } from 'react';

/**
 * A button may disappear with what it did, and with it the focus, which then goes to another element.
 * @returns `ref` for the element that gets the focus, with `tabIndex={-1}`; the rest for it or for one around the button
 */
export function useFocusKeeper<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) ref.current?.focus();
  });
  return {
    ref,
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: () => {
      isInside.current = false;
    },
  };
}
