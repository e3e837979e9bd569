import '../../platform/web/form/strict-schemas.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { navigation, places } from '../../places.ts';
import { PortalRoot } from '../../platform/web/layout/portal-root.tsx';
import { session } from '../../platform/web/session/account.ts';
import { pageData } from '../../platform/web/session/page-data.ts';
import { webTools } from '../../tools/web.ts';

function show(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  createRoot(root).render(
    <StrictMode>
      <PortalRoot tools={webTools} places={places} navigation={navigation} />
    </StrictMode>,
  );
}

/** Opened without a network: it begins with whom the device remembers. */
async function showOffline(): Promise<void> {
  try {
    const { readPerson } = await import('../../platform/web/offline/person.ts');
    session.assume(await readPerson());
  } catch {
    session.assume(null);
  }
  show();
}

// Not awaited at the top: the bundle would then be cut into dozens of files, so that none waits for another in a circle.
if (pageData.offline === true) void showOffline();
else show();
