import { ArrowRight } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { AppLink } from '../routes/link.tsx';
import styles from './tile-grid.module.css';
import type { TileView } from './tiles.ts';

/** Tiles side by side; the whole tile is the link. */
export function TileGrid({ tiles }: { tiles: readonly TileView[] }) {
  return (
    <ul className={styles.grid}>
      {tiles.map(({ to, title, about, icon }) => (
        <li key={to}>
          <AppLink to={to} className={styles.tile}>
            <span className={styles.icon}>
              <Icon name={icon} size={22} />
            </span>
            <span className={styles.title}>{title}</span>
            <span className={styles.about}>{about}</span>
            <ArrowRight size={18} className={styles.arrow} aria-hidden="true" />
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
