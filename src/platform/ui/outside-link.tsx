import type { ReactNode } from 'react';

interface OutsideLinkProps {
  /** `mailto:` or `tel:`. */
  href: string;
  children: ReactNode;
}

/** Opens an email program or a phone. Webmail opens in another tab: in this one, it would take the place of the page. */
export function OutsideLink({ href, children }: OutsideLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
