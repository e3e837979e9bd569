import { useEffect, useState } from 'react';
import type { Account } from '../../contract/account.ts';
import { whenIdle } from '../routes/when-idle.ts';

/**
 * The photo as an address for an image; `null` until it is there or when there is none. The call returns base64 text.
 * If the photo does not load, the initials stay.
 */
export function useAccountPhoto({ provider, photo }: Account): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!photo) return;
    const stop = new AbortController();
    fetchPhoto(provider, stop.signal).then(setAddress, () => undefined);
    return () => {
      stop.abort();
      setAddress(null);
    };
  }, [provider, photo]);
  return address;
}

async function fetchPhoto(provider: string, signal: AbortSignal): Promise<string | null> {
  await whenIdle();
  const answer = await fetch(`/api/auth/providers/${encodeURIComponent(provider)}/user-photo`, { signal });
  return answer.ok ? `data:image/jpeg;base64,${(await answer.text()).trim()}` : null;
}
