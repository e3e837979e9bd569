import { Search } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePathname } from 'wouter/use-browser-location';
import { closeDialog } from '../../ui/close-dialog.ts';
import { sayNotOpened } from '../feedback/say-not-opened.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { whenIdle } from '../routes/when-idle.ts';
import { useAccount } from '../session/account.ts';
import styles from './palette-button.module.css';
import { noteRecent } from './recent.ts';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette, {
  onFailure({ onClose }) {
    sayNotOpened();
    onClose();
  },
});

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !(ctrlKey || metaKey || altKey);

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the palette, by click or by Ctrl-K (Cmd-K). */
export function PaletteButton() {
  const [open, setOpen] = useState(false);
  /** What is typed between the hotkey and the palette's own field; `null` when nothing is collected. */
  const typed = useRef<string | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it goes, which returns the focus; and at once, not when the browser reports it: until then, the hotkey
  // would close it a second time instead of opening it.
  const close = () => {
    typed.current = null;
    closeDialog(dialog.current);
    setOpen(false);
  };
  useEffect(() => void whenIdle().then(Palette.fetch), []);
  useVisits();

  // Together with the button: once people see it, they may press the keys.
  useLayoutEffect(() => {
    const openOnHotkey = (event: KeyboardEvent) => {
      if (typed.current !== null && isTyped(event)) {
        typed.current += event.key;
        event.preventDefault();
      }
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      const isClosed = dialog.current?.open === false;
      if (open && !isClosed) return close();
      // Escape was pressed just before, which the browser reports later.
      if (open) flushSync(close);
      typed.current = '';
      setOpen(true);
    };
    document.addEventListener('keydown', openOnHotkey);
    return () => document.removeEventListener('keydown', openOnHotkey);
  });

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label="Find a page"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        onPointerEnter={Palette.fetch}
        onFocus={Palette.fetch}
      >
        <Search size={18} aria-hidden="true" />
        <span className={styles.text} aria-hidden="true">
          Find
        </span>
        <span className={styles.keys} aria-hidden="true">
          <kbd>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
        </span>
      </button>
      {open && (
        <Palette
          dialog={dialog}
          onClose={close}
          takeTyped={() => {
            const text = typed.current ?? '';
            typed.current = null;
            return text;
          }}
        />
      )}
    </>
  );
}

/** Pages that were opened are recent ones, however they were opened. */
function useVisits(): void {
  const { account } = useAccount();
  const pathname = usePathname();
  const owner = account?.id;
  useEffect(() => {
    if (owner !== undefined) noteRecent(owner, { to: pathname });
  }, [owner, pathname]);
}
