import { useEffect, useRef } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import type { Screen } from '../../contract/tool.ts';
import { AppLink } from '../routes/link.tsx';
import { useMayOpen } from '../routes/visible.ts';
import { useAccount } from '../session/account.ts';
import styles from './tool-tabs.module.css';

interface ToolTabsProps {
  /** What they belong to, for screen readers: `RA logs`. */
  label: string;
  tabs: readonly { title: string; screen: Pick<Screen, 'path' | 'access' | 'offline'> }[];
}

/** The screens of a tool that this person may open, below the heading of each. A single one is not shown. */
export function ToolTabs({ label, tabs }: ToolTabsProps) {
  const mayOpen = useMayOpen();
  const { assumed } = useAccount();
  const here = usePathname();
  const shown = tabs.filter(({ screen }) => mayOpen(screen.access) && (!assumed || screen.offline === true));
  const nav = useRef<HTMLElement>(null);
  // On a phone the row scrolls sideways: the tab of this page is brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it follows
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (!nav.current || !current) return;
    nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [here, shown.length]);
  if (shown.length < 2) return null;
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label} data-no-print>
      {shown.map(({ title, screen }) => (
        <AppLink
          key={screen.path}
          to={screen.path}
          className={styles.tab}
          aria-current={screen.path === here ? 'page' : undefined}
        >
          {title}
        </AppLink>
      ))}
    </nav>
  );
}
