/** What the service worker does about a request; `null` leaves it to the browser, as if there were no worker. */
export type Errand = 'screen' | 'offline-screen' | 'file' | null;

interface Asked {
  method: string;
  mode: string;
  url: string;
}

/** Addresses where a GET does something, or that are no screen of ours: the browser's own request must reach them. */
const notOurs = /^\/(api|r|health|assets|fonts|icons|offline-shell)(\/|$)/i;

export function createErrands(origin: string, offlineScreens: readonly string[], files: readonly string[]) {
  const known = new Set(files);
  const screens = new Set(offlineScreens);
  return ({ method, mode, url }: Asked): Errand => {
    const { origin: asked, pathname } = new URL(url);
    if (method !== 'GET' || asked !== origin) return null;
    if (mode !== 'navigate') return known.has(pathname) || pathname.startsWith('/assets/') ? 'file' : null;
    if (notOurs.test(pathname) || known.has(pathname)) return null;
    return screens.has(pathname.replace(/(.)\/$/, '$1')) ? 'offline-screen' : 'screen';
  };
}
