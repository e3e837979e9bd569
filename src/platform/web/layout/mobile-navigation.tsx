import { Menu } from 'lucide-react';
import { useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { byGroup, toolTilesFor } from '../pages/tiles.ts';
import { AppLink } from '../routes/link.tsx';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { parentOf } from './crumbs.ts';
import { useNavigation } from './main-navigation.tsx';
import styles from './mobile-navigation.module.css';
import { closestAddress, withoutRepetition } from './navigation.ts';
import { NavigationLink } from './navigation-link.tsx';

/** The navigation of small screens: a button that opens a sheet with all entries and all tools of this person. */
export function MobileNavigation() {
  const [open, setOpen] = useState(false);
  const menu = useMenu();
  const { items, groups } = menu;
  const pathname = usePathname();
  const parent = parentOf(usePortal().routes, pathname, useMayOpen());
  const current = closestAddress(menu, pathname) ?? closestAddress(menu, parent ?? '');
  if (items.length === 0 && groups.length === 0) return null;
  const closeOnFollowing = ({ target }: { target: EventTarget }) => {
    if (target instanceof Element && target.closest('a') !== null) setOpen(false);
  };
  return (
    <div className={styles.root}>
      <button
        type="button"
        className={styles.button}
        aria-label="Open the menu"
        onClick={() => setOpen(true)}
      >
        <Menu size={22} aria-hidden="true" />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Menu" shape="sheet">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a followed link closes the sheet; links send clicks for the keyboard too */}
        <nav aria-label="Main" onClick={closeOnFollowing}>
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.title}>
                {item.to === undefined && item.href === undefined ? (
                  <span className={styles.heading}>{item.title}</span>
                ) : (
                  <NavigationLink item={item} className={styles.entry} current={item.to === current} />
                )}
                {item.children.length > 0 && (
                  <ul className={styles.nested}>
                    {item.children.map((child) => (
                      <li key={child.title}>
                        <NavigationLink
                          item={child}
                          className={styles.entry}
                          current={child.to === current}
                        />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          {groups.map(({ title, tiles }) => (
            <section key={title} className={styles.tools}>
              <h3 className={styles.group}>{title}</h3>
              <ul className={styles.nested}>
                {tiles.map(({ to, icon, title: name }) => (
                  <li key={to}>
                    <AppLink
                      to={to}
                      className={styles.tool}
                      aria-current={to === pathname ? 'page' : to === current ? 'true' : undefined}
                    >
                      <Icon name={icon} />
                      {name}
                    </AppLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </Dialog>
    </div>
  );
}

function useMenu() {
  const { tools } = usePortal();
  const declared = tools.map(({ tool }) => tool);
  return withoutRepetition({
    items: useNavigation(),
    groups: byGroup(toolTilesFor(declared, useMayOpen())),
  });
}
