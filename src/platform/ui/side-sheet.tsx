import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './side-sheet.module.css';

interface SideSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** A sheet from the side on small screens. The browser's own dialog: it keeps the focus and closes on Escape. */
export function SideSheet({ open, onClose, title, children }: SideSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  const closeOutsideOrFollowed = (event: { target: EventTarget }) => {
    const { target } = event;
    // The backdrop belongs to the dialog element itself.
    if (target === dialog.current) onClose();
    else if (target instanceof Element && target.closest('a') !== null) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog, links inside send clicks for the keyboard
    <dialog ref={dialog} className={styles.sheet} aria-label={title} onClose={onClose} onClick={closeOutsideOrFollowed}>
      <div className={styles.top}>
        <strong className={styles.title}>{title}</strong>
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
