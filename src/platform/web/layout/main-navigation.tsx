import { usePathname } from 'wouter/use-browser-location';
import { Disclosure } from '../../ui/disclosure.tsx';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { pageData } from '../session/page-data.ts';
import styles from './main-navigation.module.css';
import { isWithin, type NavigationItem, visibleNavigation } from './navigation.ts';
import { NavigationLink } from './navigation-link.tsx';

/** The entries that this person sees. */
export function useNavigation(): NavigationItem[] {
  const { navigation, routes } = usePortal();
  return visibleNavigation(navigation, routes, pageData.campus.links, useMayOpen());
}

/** The navigation bar of wide screens; entries with children drop down. */
export function MainNavigation() {
  const items = useNavigation();
  const pathname = usePathname();
  if (items.length === 0) return null;
  return (
    <nav className={styles.bar} aria-label="Main">
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.title}>
            {item.children.length === 0 ? (
              <NavigationLink item={item} className={styles.entry} />
            ) : (
              <Disclosure label={item.title} buttonClass={styles.entry}>
                <ul className={styles.menu}>
                  {withItself(item).map((child) => (
                    <li key={child.title}>
                      <NavigationLink
                        item={child}
                        className={styles.menuEntry}
                        current={child.to !== undefined && isWithin(pathname, child.to)}
                      />
                    </li>
                  ))}
                </ul>
              </Disclosure>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A dropdown's own address is its first link: the button itself only opens. */
export function withItself(item: NavigationItem): NavigationItem[] {
  const leadsSomewhere = item.to !== undefined || item.href !== undefined;
  return leadsSomewhere ? [{ ...item, children: [] }, ...item.children] : item.children;
}
