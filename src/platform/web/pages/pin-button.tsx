import { Pin } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './pin-button.module.css';
import type { ToolTile } from './tiles.ts';
import type { Pins } from './use-pins.ts';

interface PinButtonProps {
  tile: Pick<ToolTile, 'id' | 'title'>;
  pins: Pins;
  /** What the label calls it, if that is not its title. */
  what?: string;
}

/** Pins a tool to the home page and the dashboard, or unpins it. */
export function PinButton({ tile, pins, what = tile.title }: PinButtonProps) {
  const isPinned = pins.isPinned(tile.id);
  return (
    <span className={styles.pin} data-pinned={isPinned || undefined}>
      <IconButton label={isPinned ? `Unpin ${what}` : `Pin ${what}`} onClick={() => pins.toggle(tile.id)}>
        <Pin size={17} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
