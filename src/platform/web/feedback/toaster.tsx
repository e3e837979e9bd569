import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { AppLink } from '../routes/link.tsx';
import styles from './toaster.module.css';
import { dismissToast, type Toast, toastStore } from './toasts.ts';
import { useTopDialog } from './top-dialog.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

/**
 * Shows toasts above everything. An open dialog makes the rest of the page inert, so they move into it; as a
 * popover they are still placed relative to the window, where they do not cover the dialog's buttons.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current);
  const host = useTopDialog() ?? document.body;
  return createPortal(
    <section ref={showAbove} popover="manual" className={styles.toaster} aria-label="Messages" data-no-print>
      <Announcer toasts={toasts} />
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>,
    host,
  );
}

/**
 * Opening a popover computes the layout at once. If nothing is waiting to be shown, that happens after the first paint,
 * when it has already been computed: on a slow phone it held up the first response of a page by a sixth of a second.
 */
function showAbove(section: HTMLElement | null): (() => void) | undefined {
  if (section === null) return undefined;
  if (toastStore.current().length > 0) {
    section.showPopover?.();
    return undefined;
  }
  const timer = setTimeout(() => section.showPopover?.(), 100);
  return () => clearTimeout(timer);
}

/** The newest toast that was announced. Those move into a dialog that opens, and out of it, without being new. */
let lastSpoken = 0;

/** Live regions announce only changes made while they exist: the text comes a moment after the region. */
function Announcer({ toasts }: { toasts: readonly Toast[] }) {
  const [spokenBefore] = useState(() => lastSpoken);
  const [spoken, setSpoken] = useState<readonly Toast[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSpoken(toasts.filter(({ id }) => id > spokenBefore));
      lastSpoken = toasts.at(-1)?.id ?? lastSpoken;
    }, 150);
    return () => clearTimeout(timer);
  }, [toasts, spokenBefore]);
  const words = (urgent: boolean) =>
    spoken
      .filter(({ tone }) => (tone === 'error') === urgent)
      .map(({ id, title, text }) => <p key={id}>{text ? `${title}. ${text}` : title}</p>);
  return (
    <div className="quad-heard">
      <div aria-live="polite">{words(false)}</div>
      <div aria-live="assertive">{words(true)}</div>
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, tone, title, text, link, seconds } = toast;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), seconds * 1000);
    return () => clearTimeout(timer);
  }, [id, seconds, held]);
  const Drawing = icons[tone];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the toast while someone points at it
    <div
      className={styles.toast}
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Drawing size={20} className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {text && <p className={styles.text}>{text}</p>}
        {link && (
          <AppLink to={link.to} className={styles.link} onClick={() => dismissToast(id)}>
            {link.title}
          </AppLink>
        )}
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label="Close this message"
        onClick={() => dismissToast(id)}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
