import type { Place } from '../../contract/tool.ts';
import { lazyScreen, type Route } from '../routes/route.tsx';
import { HomePage } from './home-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { TilePage } from './tile-page.tsx';

/** The routes of the pages that no tool declares: home, sign-in and the places. */
export function pageRoutes(places: readonly Place[]): { routes: Route[]; notFound: Route } {
  const home: Route = {
    path: '/',
    title: 'Home',
    access: 'public',
    keywords: ['start', 'welcome'],
    Screen: HomePage,
    preload: () => undefined,
  };
  const signIn: Route = {
    path: '/sign-in',
    title: 'Log In',
    access: 'public',
    keywords: [],
    ...lazyScreen(async () => ({ Screen: (await import('./sign-in-page.tsx')).SignInPage })),
  };
  const notFound: Route = {
    path: '/not-found',
    title: 'Page Not Found',
    access: 'public',
    keywords: [],
    Screen: NotFoundPage,
    preload: () => undefined,
  };
  return { routes: [home, signIn, ...places.map(placeRoute)], notFound };
}

function placeRoute(place: Place): Route {
  const { path, title, access } = place;
  return {
    path,
    title,
    access,
    keywords: [],
    Screen: () => <TilePage place={place} />,
    preload: () => undefined,
  };
}
