import { Button } from '@mantine/core';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './arrange-pins.module.css';
import { PinButton } from './pin-button.tsx';
import type { ToolTile } from './tiles.ts';
import type { Pins } from './use-pins.ts';

interface ArrangePinsProps {
  open: boolean;
  onClose: () => void;
  pins: Pins;
}

/** The pinned tools in a list: moved by buttons, or dragged with a mouse. Each move is saved at once. */
export function ArrangePins({ open, onClose, pins }: ArrangePinsProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Arrange your pins">
      <PinList pins={pins} />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

function PinList({ pins }: { pins: Pins }) {
  const [said, setSaid] = useState('');
  /** While something is dragged: what, and the order that dropping it here would make. */
  const [drag, setDrag] = useState<{ id: string; order: readonly string[] } | null>(null);
  const ids = pins.pinned.map(({ id }) => id);
  const shown = (drag?.order ?? ids).flatMap((id) => pins.pinned.find((tile) => tile.id === id) ?? []);

  const step = (tile: ToolTile, by: 1 | -1) => {
    const place = ids.indexOf(tile.id) + by;
    // Not disabled at the ends of the list, so that the button keeps the focus.
    if (place < 0 || place >= ids.length) return;
    pins.arrange(moved(ids, tile.id, place));
    setSaid(`${tile.title} is now ${place + 1} of ${ids.length}.`);
  };

  return (
    <>
      {shown.length === 0 && <p>You have no pins. Pin a tool on its page or on the home page.</p>}
      <ol className={styles.list}>
        {shown.map((tile, index) => (
          <li
            key={tile.id}
            data-dragged={drag?.id === tile.id || undefined}
            className={styles.row}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              // Firefox drags nothing without data.
              event.dataTransfer.setData('text/plain', tile.title);
              setDrag({ id: tile.id, order: ids });
            }}
            onDragOver={(event) => {
              if (drag === null) return;
              event.preventDefault();
              // At once: the drop may come before React would render it.
              flushSync(() => setDrag({ id: drag.id, order: moved(drag.order, drag.id, index) }));
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (drag !== null) pins.arrange(drag.order);
            }}
            onDragEnd={() => setDrag(null)}
          >
            <GripVertical size={16} className={styles.grip} aria-hidden="true" />
            <Icon name={tile.icon} size={18} />
            <span className={styles.name}>{tile.title}</span>
            <span className={styles.moves}>
              <IconButton
                label={`Move ${tile.title} up`}
                aria-disabled={index === 0}
                onClick={() => step(tile, -1)}
              >
                <ArrowUp size={17} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={`Move ${tile.title} down`}
                aria-disabled={index === shown.length - 1}
                onClick={() => step(tile, 1)}
              >
                <ArrowDown size={17} aria-hidden="true" />
              </IconButton>
            </span>
            <PinButton tile={tile} pins={pins} />
          </li>
        ))}
      </ol>
      <p role="status" className="quad-heard">
        {said}
      </p>
    </>
  );
}

function moved(ids: readonly string[], id: string, place: number): string[] {
  return ids.filter((one) => one !== id).toSpliced(place, 0, id);
}
