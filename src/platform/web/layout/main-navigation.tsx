import { usePathname } from 'wouter/use-browser-location';
import { Disclosure } from '../../ui/disclosure.tsx';
import { tilesOf } from '../pages/tiles.ts';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { pageData } from '../session/page-data.ts';
import { parentOf } from './crumbs.ts';
import styles from './main-navigation.module.css';
import { currentItem, isWithin, type NavigationItem, visibleNavigation } from './navigation.ts';
import { NavigationLink } from './navigation-link.tsx';

/** The entries that this person sees. */
export function useNavigation(): NavigationItem[] {
  const { navigation, routes, tools, places } = usePortal();
  const mayOpen = useMayOpen();
  return visibleNavigation(navigation, routes, pageData.campus.links, mayOpen, (place) => {
    const declared = tools.map(({ tool }) => tool);
    return tilesOf(place, declared, places, mayOpen);
  });
}

/** The navigation bar of wide screens; entries with children drop down. */
export function MainNavigation() {
  const items = useNavigation();
  const { routes } = usePortal();
  const pathname = usePathname();
  const parent = parentOf(routes, pathname, useMayOpen());
  if (items.length === 0) return null;
  const current = currentItem(items, pathname) ?? currentItem(items, parent ?? '');
  return (
    <nav className={styles.bar} aria-label="Main">
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.title}>
            {item.children.length === 0 ? (
              <NavigationLink item={item} className={styles.entry} current={item === current} />
            ) : (
              <Disclosure label={item.title} buttonClass={styles.entry} current={item === current}>
                <ul>
                  {withItself(item).map((child, index, all) => (
                    <li key={child.title}>
                      {child.heading !== undefined && child.heading !== all[index - 1]?.heading && (
                        <p className={styles.menuHeading}>{child.heading}</p>
                      )}
                      <NavigationLink
                        item={child}
                        className={styles.menuEntry}
                        current={
                          child.to !== item.to && child.to !== undefined && isWithin(pathname, child.to)
                        }
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
function withItself(item: NavigationItem): NavigationItem[] {
  const leadsSomewhere = item.to !== undefined || item.href !== undefined;
  return leadsSomewhere ? [{ ...item, children: [] }, ...item.children] : item.children;
}
