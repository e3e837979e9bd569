import { useEffect, useState } from 'react';
import { sayNotOpened } from './say-not-opened.ts';

/**
 * A QR code of a text as the address of an image; `null` while it is drawn. The drawing has code of its own,
 * which the text need not wait for.
 */
export function useCode(text: string): string | null {
  const [drawn, setDrawn] = useState<{ text: string; code: string } | null>(null);
  useEffect(() => {
    let isGone = false;
    import('./draw-code.ts')
      .then(({ drawCode }) => drawCode(text))
      .then((code) => {
        if (!isGone) setDrawn({ text, code });
      })
      .catch(sayNotOpened);
    return () => {
      isGone = true;
    };
  }, [text]);
  return drawn?.text === text ? drawn.code : null;
}
