import { Icon } from '../../ui/icon.tsx';
import { AppLink } from '../routes/link.tsx';
import styles from './pinned-tools.module.css';
import type { ToolTile } from './tiles.ts';

/** A few tools, each one click away. */
export function PinnedTools({ title, tiles }: { title: string; tiles: readonly ToolTile[] }) {
  if (tiles.length === 0) return null;
  return (
    <section aria-labelledby="home-pinned">
      <h2 id="home-pinned" className={styles.heading}>
        {title}
      </h2>
      <ul className={styles.list}>
        {tiles.map(({ to, title: name, icon }) => (
          <li key={to}>
            <AppLink to={to} className={styles.tool}>
              <span className={styles.icon}>
                <Icon name={icon} size={20} />
              </span>
              <span className={styles.name}>{name}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
