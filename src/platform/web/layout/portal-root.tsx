import { useEffect } from 'react';
import { Router } from 'wouter';
import { ThemeProvider } from '../../ui/theme-provider.tsx';
import { Feedback } from '../feedback/feedback.tsx';
import { showToast } from '../feedback/toasts.ts';
import { pageRoutes } from '../pages/page-routes.tsx';
import { CurrentScreen } from '../routes/current-screen.tsx';
import { aroundNavigation } from '../routes/navigate.ts';
import { type Portal, PortalContext, type PortalDefinition } from '../routes/portal.ts';
import { toolRoutes } from '../routes/route.tsx';
import { pageData } from '../session/page-data.ts';
import { SessionProvider } from '../session/session-provider.tsx';
import { returnedAfterRefusal } from '../session/sign-in-again.ts';
import { Shell } from './shell.tsx';

/** The portal with all its pages. */
export function createPortal(definition: PortalDefinition): Portal {
  const { routes, notFound } = pageRoutes(definition.places);
  const tools = definition.tools.filter(({ tool }) => pageData.campus.demo || tool.onlyInDemo !== true);
  return { ...definition, tools, notFound, routes: [...routes, ...toolRoutes(tools)] };
}

/** The whole portal, made from what the program passes in. */
export function PortalRoot({ portal }: { portal: Portal }) {
  useEffect(sayNotDone, []);
  return (
    <ThemeProvider>
      <SessionProvider onEndNotShown={saySessionEnded}>
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

/** Without a link: it would leave the page, and what was typed. */
function saySessionEnded(): void {
  showToast({
    tone: 'error',
    title: 'Your session has ended',
    text: 'Sign in again in a new tab, then come back to this one. What you typed stays here.',
    seconds: 60,
  });
}

/** What was pressed last would otherwise seem to have worked: a provider may have signed the person in without a question. */
function sayNotDone(): void {
  if (!returnedAfterRefusal || pageData.account === null) return;
  showToast({
    tone: 'error',
    title: "That didn't go through",
    text: 'Your session had ended. Please try again.',
    seconds: 20,
  });
}
