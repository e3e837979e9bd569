import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { bareAddress } from '../../ui/addresses-in.ts';
import { afterClosing, useBackCloses } from '../../ui/use-back-closes.ts';
import { usePins } from '../pages/use-pins.ts';
import { usePortal } from '../routes/portal.ts';
import { useAccount } from '../session/account.ts';
import { useOnline } from '../session/use-online.ts';
import type { PaletteEntry } from './entries.ts';
import { groupsBefore, groupsFor, groupsFound, optionsOf, type PaletteGroup } from './groups.ts';
import styles from './palette.module.css';
import { noteRecent, recentOf } from './recent.ts';
import { Results } from './results.tsx';
import { SearchState } from './search-state.tsx';
import { useFound } from './use-found.ts';
import { usePaletteEntries } from './use-palette-entries.ts';
import { useVisibleHeight } from './use-visible-height.ts';

interface PaletteProps {
  dialog: RefObject<HTMLDialogElement | null>;
  onClose: () => void;
  /** Returns, once, what was typed before the field was there. */
  takeTyped: () => string;
}

/** A dialog with a text field and what it finds (WAI-ARIA combobox: the focus stays in the field). */
export function Palette({ dialog, onClose, takeTyped }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const { account } = useAccount();
  const isOnline = useOnline();
  const [here, navigate] = useLocation();
  const found = useFound(typed, account !== null && isOnline);
  const groups = useGroups(typed, found, here);
  const options = optionsOf(groups);
  // What is selected stays selected when more is found above or below it.
  const place = options.findIndex(({ key }) => key === chosenKey);
  const chosen = place === -1 && options.length > 0 ? 0 : place;
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  useVisibleHeight(dialog);
  useBackCloses(true, onClose);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    dialog.current?.showModal();
    const early = takeTyped();
    setTyped((now) => early + now);
  }, []);

  const choose = (index: number) => {
    setChosenKey(options[index]?.key ?? null);
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
  };
  const open = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    const { to, href, run } = entry;
    const isEmail = href?.startsWith('mailto:') === true;
    if (account !== null && run === undefined && !isEmail) noteRecent(account.id, entry);
    // Webmail would take the place of the page. First, since browsers open a tab only while a key or a finger is down.
    if (isEmail) window.open(href, '_blank', 'noopener');
    // At once: on a phone it goes back in history, and what follows must come after that.
    flushSync(onClose);
    if (to !== undefined) navigate(to);
    else if (!isEmail) afterClosing(run ?? (() => window.location.assign(href ?? '/')));
  };
  const steer = (event: KeyboardEvent) => {
    // Enter may only confirm what an input method has written. Safari says so by the code of the key alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) choose((chosen + step + options.length) % options.length);
    else if (event.key === 'Enter') open(options[chosen]?.entry);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop; the keyboard has Escape
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Find a page"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.field}>
        <Search size={20} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label="Find a page by name or keyword"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? optionId(chosen) : undefined}
          placeholder={account === null ? 'Where do you want to go?' : 'Find pages, people, files'}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="go"
          maxLength={100}
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(bareAddress(event.currentTarget.value));
            setChosenKey(null);
          }}
          onKeyDown={steer}
        />
        <span className={styles.escape} aria-hidden="true">
          <kbd>Esc</kbd>
        </span>
        <button type="button" className={styles.cancel} onClick={onClose}>
          Cancel
        </button>
      </div>
      <Results
        id={listId}
        groups={groups}
        optionId={optionId}
        chosen={chosen}
        isBusy={found.isLoading}
        onChoose={(index) => setChosenKey(options[index]?.key ?? null)}
        onOpen={open}
      />
      <SearchState typed={typed} groups={groups} found={found} isOffline={account !== null && !isOnline} />
    </dialog>
  );
}

function useGroups(typed: string, found: ReturnType<typeof useFound>, here: string): PaletteGroup[] {
  const { routes, tools } = usePortal();
  const { account } = useAccount();
  const { pinned } = usePins();
  const entries = usePaletteEntries();
  if (typed.trim() === '') {
    const recent = recentOf(account?.id ?? null);
    return groupsBefore({ entries, pinned: pinned.map(({ to }) => to), recent, here });
  }
  const iconOf = (id: string) => tools.find(({ tool }) => tool.id === id)?.tool.tiles[0]?.icon ?? null;
  const fromServer = groupsFound(found.groups, { routes, iconOf });
  return [...groupsFor(typed, entries), ...fromServer.map((one) => ({ ...one, isStale: found.isStale }))];
}
