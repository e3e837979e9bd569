import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { Link, useLocation } from 'wouter';
import { findByPath } from './match.ts';
import { usePortal } from './portal.ts';

interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  replace?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a page of the portal: no reload; the page's code loads when the pointer or focus arrives. */
export function AppLink({ to, ...rest }: AppLinkProps) {
  const { routes } = usePortal();
  const preload = () => void findByPath(routes, to.split(/[?#]/)[0] ?? to)?.route.preload();
  return <Link href={to} onPointerEnter={preload} onFocus={preload} {...rest} />;
}

/**
 * For a link whose address is sometimes a page of ours and sometimes the server's, such as the sign-in
 * button: pages open without a reload, everything else is left to the browser.
 */
export function useLocalNavigation(address: string): (event: MouseEvent) => void {
  const [, navigate] = useLocation();
  return (event) => {
    const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!plain || address.startsWith('/api/')) return;
    event.preventDefault();
    navigate(address);
  };
}
