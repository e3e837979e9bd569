import type { ReactNode } from 'react';

interface OutsideLinkProps {
  href: string;
  children: ReactNode;
}

/** Leads out of the portal. Webmail opens in another tab: in this one, it would replace what is being typed. */
export function OutsideLink({ href, children }: OutsideLinkProps) {
  return (
    <a href={href} {...(href.startsWith('mailto:') ? { target: '_blank', rel: 'noopener' } : {})}>
      {children}
    </a>
  );
}
