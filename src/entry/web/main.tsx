import '../../platform/web/form/strict-schemas.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { navigation, places } from '../../places.ts';
import { PortalRoot } from '../../platform/web/layout/portal-root.tsx';
import { webTools } from '../../tools/web.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <PortalRoot tools={webTools} places={places} navigation={navigation} />
  </StrictMode>,
);
