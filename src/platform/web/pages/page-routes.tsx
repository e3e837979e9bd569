import type { Place } from '../../contract/tool.ts';
import { bundledScreen, lazyScreen, type Route } from '../routes/route.tsx';
import { HomePage } from './home-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { TilePage } from './tile-page.tsx';

const home: Route = {
  path: '/',
  title: 'Home',
  access: 'public',
  keywords: ['start', 'welcome'],
  offline: true,
  ...bundledScreen(() => <HomePage />),
};

const signIn: Route = {
  path: '/sign-in',
  title: 'Sign in',
  access: 'public',
  keywords: [],
  offline: false,
  ...lazyScreen(async () => ({ Screen: (await import('./sign-in-page.tsx')).SignInPage })),
};

/** Its path is never matched: it is shown at every address without a page. */
const notFound: Route = {
  path: '/page-not-found',
  title: 'Page Not Found',
  access: 'public',
  keywords: [],
  offline: true,
  ...bundledScreen(() => <NotFoundPage />),
};

/** The pages that no tool declares: home, sign-in and the places. */
export function pageRoutes(places: readonly Place[]): { routes: Route[]; notFound: Route } {
  return { routes: [home, signIn, ...places.map(placeRoute)], notFound };
}

function placeRoute(place: Place): Route {
  const { path, title, access } = place;
  return {
    path,
    title,
    access,
    keywords: [],
    offline: false,
    ...bundledScreen(() => <TilePage place={place} />),
  };
}
