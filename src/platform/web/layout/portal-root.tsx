import { useMemo } from 'react';
import { Router } from 'wouter';
import { ThemeProvider } from '../../ui/theme-provider.tsx';
import { Feedback } from '../feedback/feedback.tsx';
import { pageRoutes } from '../pages/page-routes.tsx';
import { CurrentScreen } from '../routes/current-screen.tsx';
import { aroundNavigation } from '../routes/navigate.ts';
import { PortalContext, type PortalDefinition } from '../routes/portal.ts';
import { toolRoutes } from '../routes/route.tsx';
import { SessionProvider } from '../session/session-provider.tsx';
import { Shell } from './shell.tsx';

/** The whole portal, made of what the program hands in. */
export function PortalRoot({ tools, places, navigation }: PortalDefinition) {
  const portal = useMemo(() => {
    const { routes, notFound } = pageRoutes(places);
    return { tools, places, navigation, notFound, routes: [...routes, ...toolRoutes(tools)] };
  }, [tools, places, navigation]);
  return (
    <ThemeProvider>
      <SessionProvider>
        <PortalContext value={portal}>
          <Router aroundNav={aroundNavigation}>
            <Shell>
              <CurrentScreen />
            </Shell>
            <Feedback />
          </Router>
        </PortalContext>
      </SessionProvider>
    </ThemeProvider>
  );
}
