import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PageNotice } from '../../ui/page-notice.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { hasUnsavedWork } from '../session/unsaved-work.ts';
import { useOnline } from '../session/use-online.ts';
import { Arrival } from './arrival.ts';
import { NeedsNetwork } from './needs-network.tsx';

/** A page that is younger than this, in milliseconds, has the code of the portal that runs now. */
const longestLoad = 30_000;

/**
 * In place of a screen whose code did not load. Usually the portal was upgraded while the page was open: the page is then
 * loaded again, unless something typed would be lost. It does not try twice, nor while the portal cannot be reached.
 */
export function CodeNotLoaded() {
  const isOnline = useOnline();
  const [isSure, setIsSure] = useState(performance.now() < longestLoad || hasUnsavedWork());
  useEffect(() => {
    if (isSure) return;
    void isReachable().then((yes) => (yes ? window.location.reload() : setIsSure(true)));
  }, [isSure]);
  if (!isOnline) return <NeedsNetwork onRetry={() => window.location.reload()} />;
  if (!isSure) return <PageSkeleton />;
  return (
    <PageNotice title="This page could not be loaded" icon={<CloudOff />}>
      <p>Either the connection was lost or the portal was just updated. Reload the page to continue.</p>
      <Button onClick={() => window.location.reload()}>Reload</Button>
      <Arrival />
    </PageNotice>
  );
}

function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(5_000);
  return fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}
