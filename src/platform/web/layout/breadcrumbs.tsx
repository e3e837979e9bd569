import { usePathname } from 'wouter/use-browser-location';
import { AppLink } from '../routes/link.tsx';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import styles from './breadcrumbs.module.css';
import { crumbsOf } from './crumbs.ts';

export function Breadcrumbs() {
  const { routes } = usePortal();
  const crumbs = crumbsOf(routes, usePathname(), useMayOpen());
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className={styles.crumbs} data-no-print>
      <ol>
        <li>
          <AppLink to="/">Home</AppLink>
        </li>
        {crumbs.map(({ title, to }, index) => (
          <li key={to ?? title} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {to === undefined ? title : <AppLink to={to}>{title}</AppLink>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
