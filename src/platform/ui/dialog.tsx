import { X } from 'lucide-react';
import {
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { closeDialog } from './close-dialog.ts';
import styles from './dialog.module.css';
import { useBackCloses } from './use-back-closes.ts';

interface DialogProps {
  open: boolean;
  /** For Escape, the close button, the backdrop, or Back on a phone. It stays open until `open` is false. */
  onClose: () => void;
  title: ReactNode;
  /** `wide` for tables, `sheet` for a panel along the right edge. On phones each fills the screen. */
  shape?: 'narrow' | 'wide' | 'sheet';
  children: ReactNode;
}

/** As long as the transition in the style sheet. */
const leavingMs = 300;

/**
 * A modal dialog: the browser's own, which stacks, keeps the focus inside, and makes the page behind it inert. The
 * focus goes to the element marked `data-autofocus`, or to the title, and afterward back to where it was. Mantine's
 * popups work inside only if their portal is the dialog, as in `people-field.tsx`.
 */
export function Dialog({ open, onClose, title, shape = 'narrow', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const present = usePresence(open);
  const content = useLastShown(open, { title, children });
  const heading = useId();
  useBackCloses(open, onClose);
  const pressedOnBackdrop = useRef(false);
  const hadFocus = useRef<HTMLElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      element.showModal();
      (element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector('h2'))?.focus();
    } else if (!open && element.open) {
      closeDialog(element);
    }
  }, [open]);

  // Removed from the page while open, it would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      if (element?.open) closeDialog(element);
    };
  }, []);

  const askToClose = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    if (event.cancelable) onClose();
    else hadFocus.current = document.activeElement as HTMLElement | null;
  };
  // A browser closes it without asking when Escape is pressed repeatedly; the owner still decides. Asked any earlier,
  // a question about what was typed would be below it.
  const closed = (event: SyntheticEvent) => {
    if (event.target !== dialog.current || !open) return;
    dialog.current?.showModal();
    hadFocus.current?.focus();
    onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape, which the browser handles
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-shape={shape}
      aria-labelledby={heading}
      inert={!open}
      onCancel={askToClose}
      onClose={closed}
      onPointerDown={(event) => {
        pressedOnBackdrop.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (pressedOnBackdrop.current && event.target === dialog.current) onClose();
      }}
    >
      {present && (
        <div className={styles.body}>
          <div className={styles.top}>
            <h2 id={heading} tabIndex={-1} className={styles.title}>
              {content.title}
            </h2>
            <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
              <X size={20} aria-hidden="true" />
            </button>
          </div>
          {content.children}
        </div>
      )}
    </dialog>
  );
}

/** The row of buttons at the end of a dialog; the main one comes first in reading order. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** True while open and while the closing transition runs. */
function usePresence(open: boolean): boolean {
  const [leaving, setLeaving] = useState(false);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    setLeaving(!open);
  }
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => setLeaving(false), leavingMs);
    return () => clearTimeout(timer);
  }, [leaving]);
  return open || leaving;
}

/** What was shown last, so that a dialog does not empty while it fades: its data is often gone by then. */
function useLastShown<T>(open: boolean, now: T): T {
  const last = useRef(now);
  useEffect(() => {
    if (open) last.current = now;
  });
  return open ? now : last.current;
}
