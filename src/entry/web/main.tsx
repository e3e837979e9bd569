import '../../platform/web/form/strict-schemas.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { navigation, places } from '../../places.ts';
import { createPortal, PortalRoot } from '../../platform/web/layout/portal-root.tsx';
import { findByPath } from '../../platform/web/routes/match.ts';
import { dropEndSlash } from '../../platform/web/routes/navigate.ts';
import { readAhead } from '../../platform/web/routes/read-ahead.ts';
import type { Route } from '../../platform/web/routes/route.tsx';
import { session } from '../../platform/web/session/account.ts';
import { pageData } from '../../platform/web/session/page-data.ts';
import { webTools } from '../../tools/web.ts';

dropEndSlash();

// Separate from the code of the screen, since it draws nothing, but not later: people press what they see at once.
const focusKeeper = import('../../platform/ui/keep-focus.ts').catch(() => null);

const portal = createPortal({ tools: webTools, places, navigation });

/** The page may stay as the server wrote it for this many milliseconds; then a skeleton replaces it. */
const patience = 1_000;
/** How long a screen waits for its rows once its code is there. */
const patienceForRows = 100;

/** Whole from the start: React would hold a screen back for a while once it has shown a skeleton. */
async function showWhole(): Promise<void> {
  const route = findByPath(portal.routes, window.location.pathname)?.route;
  const drawn = Promise.all([route && screenWithRows(route), stylesLoaded()]);
  await Promise.race([drawn, pause(patience)]);
  await stylesLoaded();
  show();
}

async function screenWithRows(route: Route): Promise<void> {
  const rows = readAhead(route, window.location.search);
  await route.preload();
  await Promise.race([rows, pause(patienceForRows)]);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Resolves when no style sheet of the page is loading anymore; one that failed is not waited for. */
async function stylesLoaded(): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([data-failed])');
  const loading = [...sheets].filter(({ sheet }) => sheet === null);
  await Promise.all(
    loading.map(
      (sheet) =>
        new Promise((resolve) => {
          sheet.addEventListener('load', resolve);
          sheet.addEventListener('error', resolve);
        }),
    ),
  );
}

function show(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  // As a transition, React works in pieces, and a slow phone still responds between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <PortalRoot portal={portal} />
      </StrictMode>,
    ),
  );
  void focusKeeper.then((part) => part?.keepFocus());
}

/** Opened offline: starts with whom the device remembers. */
async function showOffline(): Promise<void> {
  try {
    const { readPerson } = await import('../../platform/web/offline/person.ts');
    session.assume(await readPerson());
  } catch {
    session.assume(null);
  }
  await stylesLoaded();
  show();
}

// Not awaited at the top: that would split the bundle into dozens of files, so that none waits in a circle.
if (pageData.offline === true) void showOffline();
else void showWhole();
