import { createContext, use } from 'react';
import type { NavigationEntry, Place } from '../../contract/tool.ts';
import type { Route } from './route.tsx';
import type { WebTool } from './web-tool.ts';

/** What the program passes to the shell: the two lists and the navigation. */
export interface PortalDefinition {
  readonly tools: readonly WebTool[];
  readonly places: readonly Place[];
  readonly navigation: readonly NavigationEntry[];
}

export interface Portal extends PortalDefinition {
  readonly routes: readonly Route[];
  /** What any other address shows. */
  readonly notFound: Route;
}

export const PortalContext = createContext<Portal | null>(null);

/** The tools, places and routes of this portal. */
export function usePortal(): Portal {
  const portal = use(PortalContext);
  if (portal === null) throw new Error('usePortal() needs a PortalContext around it.');
  return portal;
}
