import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { PageNotice } from '../../ui/page-notice.tsx';
import { Arrival } from './arrival.ts';
import { AppLink } from './link.tsx';
import { usePortal } from './portal.ts';
import { useMayOpen } from './visible.ts';

/** In place of a page that needs the server, or whose code is not on this device, while offline. */
export function NeedsNetwork({ onRetry }: { onRetry: () => void }) {
  const { routes } = usePortal();
  const mayOpen = useMayOpen();
  const open = routes.filter(
    ({ path, offline, access }) => offline && access !== 'public' && mayOpen(access) && !path.includes(':'),
  );
  return (
    <PageNotice title="You're offline" icon={<CloudOff />}>
      <p>This page isn't available offline.{open.length > 0 && ' You can still use:'}</p>
      {open.map(({ path, title }) => (
        <p key={path}>
          <AppLink to={path}>{title}</AppLink>
        </p>
      ))}
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
      <Arrival />
    </PageNotice>
  );
}
