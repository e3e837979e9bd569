import { Menu } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { useNavigation, withItself } from './main-navigation.tsx';
import styles from './mobile-navigation.module.css';
import { NavigationLink } from './navigation-link.tsx';

/** The navigation of small screens: a button that opens a sheet with everything spread out. */
export function MobileNavigation() {
  const [open, setOpen] = useState(false);
  const items = useNavigation();
  if (items.length === 0) return null;
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
                {item.children.length === 0 ? (
                  <NavigationLink item={item} className={styles.entry} />
                ) : (
                  <>
                    <span className={styles.heading}>{item.title}</span>
                    <ul className={styles.nested}>
                      {withItself(item).map((child) => (
                        <li key={child.title}>
                          <NavigationLink item={child} className={styles.entry} />
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </li>
            ))}
          </ul>
        </nav>
      </Dialog>
    </div>
  );
}
