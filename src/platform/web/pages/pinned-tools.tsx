import { Button } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { lazyDialog } from '../feedback/lazy-dialog.tsx';
import { AppLink } from '../routes/link.tsx';
import styles from './pinned-tools.module.css';
import type { ToolTile } from './tiles.ts';
import type { Pins } from './use-pins.ts';

const ArrangePins = lazyDialog(async () => (await import('./arrange-pins.tsx')).ArrangePins);

/** A few tools, each one click away. @param pins Given if they can be rearranged */
export function PinnedTools({
  title,
  tiles,
  pins,
}: {
  title: string;
  tiles: readonly ToolTile[];
  pins?: Pins;
}) {
  const [isArranging, setIsArranging] = useState(false);
  if (tiles.length === 0) return null;
  return (
    <section aria-labelledby="home-pinned">
      <div className={styles.top}>
        <h2 id="home-pinned" className={styles.heading}>
          {title}
        </h2>
        {pins !== undefined && (
          <Button size="compact-sm" variant="subtle" onClick={() => setIsArranging(true)}>
            Arrange
          </Button>
        )}
      </div>
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
      {pins !== undefined && (
        <ArrangePins open={isArranging} onClose={() => setIsArranging(false)} pins={pins} />
      )}
    </section>
  );
}
