import { Icon } from '../../ui/icon.tsx';
import { AppLink } from '../routes/link.tsx';
import { PinButton } from './pin-button.tsx';
import styles from './tile-grid.module.css';
import type { TileView } from './tiles.ts';
import type { Pins } from './use-pins.ts';
import { CountedTitle } from './waiting-count.tsx';

interface TileGridProps {
  tiles: readonly TileView[];
  /** How many things are waiting behind a tile. */
  countOf: (tile: TileView) => number;
  pins: Pins;
}

/** Tiles side by side; the whole tile is the link, except for its pin. Tools can be pinned, places can't. */
export function TileGrid({ tiles, countOf, pins }: TileGridProps) {
  return (
    <ul className={styles.grid}>
      {tiles.map((tile) => (
        <Tile key={tile.to} tile={tile} count={countOf(tile)} pins={pins} />
      ))}
    </ul>
  );
}

function Tile({ tile, count, pins }: { tile: TileView; count: number; pins: Pins }) {
  const tool = pins.tiles.find(({ to }) => to === tile.to);
  return (
    <li className={styles.place}>
      <AppLink to={tile.to} className={styles.tile}>
        <span className={styles.icon}>
          <Icon name={tile.icon} size={22} />
        </span>
        <span className={styles.title}>
          <CountedTitle title={tile.title} count={count} />
        </span>
        <span className={styles.about}>{tile.about}</span>
      </AppLink>
      {tool !== undefined && (
        <span className={styles.pin}>
          <PinButton tile={tool} pins={pins} />
        </span>
      )}
    </li>
  );
}
