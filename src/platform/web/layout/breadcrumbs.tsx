import { usePathname } from 'wouter/use-browser-location';
import { PinPage } from '../pages/pin-page.tsx';
import { AppLink } from '../routes/link.tsx';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import styles from './breadcrumbs.module.css';
import { type Crumb, crumbsOf } from './crumbs.ts';

/** The way back up, and the pin of the page. A phone has room for one step: the nearest page above. */
export function Breadcrumbs() {
  const { routes } = usePortal();
  const crumbs = crumbsOf(routes, usePathname(), useMayOpen());
  if (crumbs.length === 0) return null;
  const all: Crumb[] = [{ title: 'Home', to: '/' }, ...crumbs];
  const parent = all.findLastIndex(({ to }) => to !== undefined);
  return (
    <div className={`quad-crumbs ${styles.row}`} data-no-print>
      <nav aria-label="Breadcrumbs" className={styles.crumbs}>
        <ol>
          {all.map(({ title, to }, index) => (
            <li
              key={to ?? title}
              aria-current={index === all.length - 1 ? 'page' : undefined}
              data-parent={index === parent || undefined}
            >
              {to === undefined ? title : <AppLink to={to}>{title}</AppLink>}
            </li>
          ))}
        </ol>
      </nav>
      <PinPage />
    </div>
  );
}
