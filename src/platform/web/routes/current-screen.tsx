import { Suspense } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { Arrival } from './arrival.ts';
import { ScreenErrorBoundary } from './error-boundary.tsx';
import { Guard } from './guard.tsx';
import { findByPath } from './match.ts';
import { usePortal } from './portal.ts';
import { useTitle } from './title.ts';

/** The page of the current address, guarded, titled, and with the focus on its heading. */
export function CurrentScreen() {
  const { routes, notFound } = usePortal();
  const pathname = usePathname();
  const { route, params } = findByPath(routes, pathname) ?? { route: notFound, params: {} };
  // The key gives each address a fresh screen: no state leaks from one to the next.
  return (
    <ScreenErrorBoundary key={pathname}>
      <Title title={route.title} />
      <Guard route={route}>
        <Suspense fallback={<PageSkeleton />}>
          {route.render(params)}
          <Arrival />
        </Suspense>
      </Guard>
    </ScreenErrorBoundary>
  );
}

/** Rendered before the screen, so that a title the screen sets itself comes later and stays. */
function Title({ title }: { title: string }) {
  useTitle(title);
  return null;
}
