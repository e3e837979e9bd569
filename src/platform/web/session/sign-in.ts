import type { CampusData } from '../../contract/account.ts';

type Providers = CampusData['providers'];

/** Where a provider starts its sign-in; a server address, so never opened inside the page. */
export function providerLogin(provider: string, redirect: string): string {
  return `/api/auth/providers/${encodeURIComponent(provider)}/login?redirect=${encodeURIComponent(redirect)}`;
}

/** Where a person signs in: directly at the only provider, or on the page that offers several. */
export function signInAddress(providers: Providers, redirect: string): string {
  const [only, ...others] = providers;
  if (only !== undefined && others.length === 0) return providerLogin(only.name, redirect);
  return `/sign-in?redirect=${encodeURIComponent(redirect)}`;
}

/** The path to come back to, taken from `/sign-in?redirect=`; anything that is not a path of ours is `/`. */
export function redirectOf(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? '/';
  return /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/sign-in') ? wanted : '/';
}

/** The address of this page as the server wants it back. */
export function currentAddress(location: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  if (location.pathname === '/sign-in') return redirectOf(location.search);
  return location.pathname + location.search + location.hash;
}
