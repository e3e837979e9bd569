import { ChevronDown } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  /** What the button shows. */
  label: ReactNode;
  /** The name of the button, if its label alone does not say it. */
  name?: string;
  /** Which edge of the button the panel is aligned with. */
  align?: 'start' | 'end';
  buttonClass?: string | undefined;
  /** Whether the current page is one of those inside. */
  current?: boolean;
  children: ReactNode;
}

/**
 * A button that opens a panel below it (WAI-ARIA disclosure pattern, the one for site navigation: links stay
 * links and Tab goes through them). Closes on Escape, on a click outside, when a link inside was followed, and
 * when the focus leaves it.
 */
export function Disclosure({
  label,
  name,
  align = 'start',
  buttonClass,
  current = false,
  children,
}: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const closeOnLeaving = (event: FocusEvent) => {
    // Without a next element the window lost the focus, not the panel.
    if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) setOpen(false);
  };
  const closeOnFollowing = (event: { target: EventTarget }) => {
    if (event.target instanceof Element && event.target.closest('a') !== null) setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what bubbles up from the controls inside
    <div ref={root} className={styles.root} onKeyDown={closeOnEscape} onBlur={closeOnLeaving}>
      <button
        ref={button}
        type="button"
        className={buttonClass}
        aria-label={name}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        aria-current={current || undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
        <ChevronDown size={16} aria-hidden="true" className={styles.chevron} />
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: links inside send clicks for the keyboard too
        <div id={panel} className={styles.panel} data-align={align} onClick={closeOnFollowing}>
          {children}
        </div>
      )}
    </div>
  );
}
