import { useCallback, useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../../../platform/web/client/api-error.ts';
import { call } from '../../../platform/web/client/call.ts';
import { serverNow } from '../../../platform/web/client/server-clock.ts';
import { useWhenBack } from '../../../platform/web/client/use-when-back.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { createWifiKey, deleteWifiKey, readWifiKey, type WifiKey } from '../contract.ts';

/** Who gets the key, as the specified calls name them. */
export interface Holder {
  email: string;
  givenName: string;
  familyName: string;
}

interface OwnKey {
  /** `null` while it is being loaded or created, and after a failure. */
  key: WifiKey | null;
  error: ApiError | null;
  isBusy: boolean;
  /** Loads it again; creates one if there is none that works. */
  reload: () => Promise<void>;
  /** Has another one created in its place, even if it can't be shown. It works until then. @returns whether there is a new one */
  replace: () => Promise<boolean>;
}

/** A person's own key, by the calls of the specification. It is kept only in this page, not in the query cache. */
export function useWifiKey(holder: Holder | null): OwnKey {
  const [key, setKey] = useState<WifiKey | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setIsBusy] = useState(true);
  const underWay = useRef<AbortController | null>(null);

  const run = useCallback(async (obtain: (signal: AbortSignal) => Promise<WifiKey>) => {
    underWay.current?.abort();
    const mine = new AbortController();
    underWay.current = mine;
    setIsBusy(true);
    setError(null);
    try {
      const obtained = await obtain(mine.signal);
      if (mine.signal.aborted) return false;
      setKey(obtained);
      return true;
    } catch (thrown) {
      if (mine.signal.aborted) return false;
      setKey(null);
      setError(asApiError(thrown));
      return false;
    } finally {
      if (!mine.signal.aborted) setIsBusy(false);
    }
  }, []);

  const { email, givenName, familyName } = holder ?? { email: '', givenName: '', familyName: '' };
  const reload = useCallback(async () => {
    if (email !== '') await run((signal) => obtainKey({ email, givenName, familyName }, signal));
  }, [run, email, givenName, familyName]);
  const replace = async () => {
    const before = key;
    let isReplaced = true;
    const isLoaded = await run((signal) => {
      const mine = { email, givenName, familyName };
      if (before === null) return makeKey(mine, signal, { replaceUnreadable: true });
      return makeKey(mine, signal, { replaces: before.id }).catch(async (thrown) => {
        const loading = obtainKey(mine, signal);
        const current = await loading.catch(() => null);
        // Otherwise only the response was lost, such as when the controller disconnects devices that use the old key.
        isReplaced = current !== null && current.id !== before.id;
        const { detail } = asApiError(thrown);
        // Without a connection, no one knows.
        if (current?.id === before.id && !signal.aborted)
          showToast({
            tone: 'error',
            title: 'Your key was not replaced',
            text: detail,
            about: createWifiKey.name,
            seconds: 10,
          });
        return loading;
      });
    });
    return isLoaded && isReplaced;
  };

  const isLooking = useRef(false);
  /**
   * Another tab, another device, or IT may have replaced or revoked it, or it has expired. What is shown stays until
   * the server says otherwise.
   */
  const lookAgain = useCallback(async () => {
    // A browser has two ways to report that someone is back.
    if (isLooking.current) return;
    isLooking.current = true;
    const before = underWay.current;
    const asked = fetchKey({ email, givenName, familyName }, new AbortController().signal);
    const found = await asked.catch(() => undefined);
    isLooking.current = false;
    if (found === undefined || underWay.current !== before) return;
    if (found === null || isOver(found)) await reload();
    else setKey(found);
  }, [reload, email, givenName, familyName]);

  useEffect(() => {
    void reload();
    return () => underWay.current?.abort();
  }, [reload]);
  useWhenBack(error !== null && (error.mayPass || error.isSignedOut), () => void reload());
  const isAtRest = key !== null && !isBusy;
  useEffect(() => {
    if (!isAtRest) return;
    const stop = new AbortController();
    const look = () => document.visibilityState === 'visible' && void lookAgain();
    document.addEventListener('visibilitychange', look, { signal: stop.signal });
    addEventListener('focus', look, { signal: stop.signal });
    return () => stop.abort();
  }, [isAtRest, lookAgain]);
  return { key, error, isBusy, reload, replace };
}

/** Fetches the key; one that has expired is deleted, and another one is created and fetched; if there is none, one is created. */
async function obtainKey(holder: Holder, signal: AbortSignal): Promise<WifiKey> {
  const found = await fetchKey(holder, signal);
  if (found === null) return makeKey(holder, signal);
  if (!isOver(found)) return found;
  // Another tab may have deleted it already.
  await unlessMissing(call(deleteWifiKey, { query: { id: found.id }, signal }));
  const made = await makeKey(holder, signal);
  return (await fetchKey(holder, signal)) ?? made;
}

function makeKey(
  { givenName: firstName, familyName: lastName, email }: Holder,
  signal: AbortSignal,
  instead: { replaces?: string; replaceUnreadable?: boolean } = {},
): Promise<WifiKey> {
  return call(createWifiKey, { body: { firstName, lastName, email, ...instead }, signal });
}

async function fetchKey({ email }: Holder, signal: AbortSignal): Promise<WifiKey | null> {
  return unlessMissing(call(readWifiKey, { query: { email }, signal }));
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (thrown) {
    if (asApiError(thrown).reason === 'no-key') return null;
    throw thrown;
  }
}

function isOver({ expired_time }: WifiKey): boolean {
  return Date.parse(expired_time) <= serverNow();
}
