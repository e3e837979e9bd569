import { ArrowRight } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { AppLink } from '../routes/link.tsx';
import styles from './tile-grid.module.css';
import type { TileView } from './tiles.ts';
import { WaitingCount } from './waiting-count.tsx';

interface TileGridProps {
  tiles: readonly TileView[];
  /** How many things wait behind a tile. */
  countOf: (tile: TileView) => number;
}

/** Tiles side by side; the whole tile is the link. */
export function TileGrid({ tiles, countOf }: TileGridProps) {
  return (
    <ul className={styles.grid}>
      {tiles.map((tile) => (
        <li key={tile.to}>
          <AppLink to={tile.to} className={styles.tile}>
            <span className={styles.icon}>
              <Icon name={tile.icon} size={22} />
            </span>
            <span className={styles.title}>
              {tile.title}
              <WaitingCount count={countOf(tile)} />
            </span>
            <span className={styles.about}>{tile.about}</span>
            <ArrowRight size={18} className={styles.arrow} aria-hidden="true" />
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
