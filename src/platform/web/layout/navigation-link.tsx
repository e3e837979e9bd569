import { ArrowUpRight } from 'lucide-react';
import { usePathname } from 'wouter/use-browser-location';
import { AppLink } from '../routes/link.tsx';
import type { NavigationItem } from './navigation.ts';

interface NavigationLinkProps {
  item: NavigationItem;
  className: string | undefined;
  /** Whether the page belongs to this entry. */
  current: boolean;
}

/** A page of ours, or a plain link to another site with an arrow that says so. */
export function NavigationLink({ item, className, current }: NavigationLinkProps) {
  const pathname = usePathname();
  if (item.to === undefined) {
    return (
      <a href={item.href} className={className}>
        {item.title}
        <ArrowUpRight size={14} aria-hidden="true" />
      </a>
    );
  }
  return (
    <AppLink
      to={item.to}
      className={className}
      aria-current={pathname === item.to ? 'page' : current ? 'true' : undefined}
    >
      {item.title}
    </AppLink>
  );
}
