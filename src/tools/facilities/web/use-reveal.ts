import { useEffect, useRef, useState } from 'react';
import { asApiError } from '../../../platform/web/client/api-error.ts';
import { call } from '../../../platform/web/client/call.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { revealFacilitiesSecret, type SecretName } from '../contract.ts';

/** In milliseconds: long enough to type it elsewhere, short enough for an unattended desk. */
const shownFor = 30_000;

interface Reveal {
  /** `null` while it is hidden. */
  value: string | null;
  reveal: () => Promise<void>;
  isPending: boolean;
  hide: () => void;
}

/** Fetches a secret on request and forgets it soon after. */
export function useReveal(secret: SecretName, label: string): Reveal {
  const [value, setValue] = useState<string | null>(null);
  const underWay = useRef(false);
  const [isPending, setIsPending] = useState(false);
  useEffect(() => {
    if (value === null) return;
    const hide = () => setValue(null);
    const timer = setTimeout(hide, shownFor);
    // The page may come back from the browser's memory much later.
    window.addEventListener('pagehide', hide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', hide);
    };
  }, [value]);
  return {
    value,
    isPending,
    hide: () => setValue(null),
    async reveal() {
      if (underWay.current) return;
      underWay.current = true;
      setIsPending(true);
      try {
        // Not through the query cache, which would keep the response for minutes.
        const { data } = await call(revealFacilitiesSecret, { params: { secret } });
        setValue(data.value);
      } catch (error) {
        showToast({ tone: 'error', title: `The ${label} couldn't be shown`, text: asApiError(error).detail });
      } finally {
        underWay.current = false;
        setIsPending(false);
      }
    },
  };
}
