import { useMantineColorScheme } from '@mantine/core';
import { ArrowUpRight, CornerDownLeft, FileText, Search, Zap } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Icon } from '../../ui/icon.tsx';
import { signOut } from '../offline/sign-out.ts';
import { usePortal } from '../routes/portal.ts';
import { useMayOpen } from '../routes/visible.ts';
import { useAccount } from '../session/account.ts';
import { pageData } from '../session/page-data.ts';
import { type PaletteEntry, paletteEntries } from './entries.ts';
import styles from './palette.module.css';
import { searchEntries } from './search.ts';

interface PaletteProps {
  onClose: () => void;
  /** Returns, once, what was typed before the field was there. */
  takeTyped: () => string;
}

/** A dialog with a text field and what it finds (WAI-ARIA combobox: the focus stays in the field). */
export function Palette({ onClose, takeTyped }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  const found = searchEntries(useEntries(), typed);
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    dialog.current?.showModal();
    const early = takeTyped();
    setTyped((now) => early + now);
  }, []);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const open = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    dialog.current?.close();
    if (entry.run !== undefined) entry.run();
    else if (entry.to !== undefined) navigate(entry.to);
    else if (entry.href !== undefined) window.location.assign(entry.href);
  };
  const steer = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setChosen((chosen + step + found.length) % found.length);
    else if (event.key === 'Enter') open(found[chosen]);
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
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
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
          aria-activedescendant={found.length > 0 ? optionId(chosen) : undefined}
          placeholder="Where do you want to go?"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={steer}
        />
        <span className={styles.escape} aria-hidden="true">
          <kbd>Esc</kbd>
        </span>
        <button type="button" className={styles.cancel} onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
      <div ref={list} id={listId} role="listbox" aria-label="Pages" className={styles.results} tabIndex={-1}>
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the text field, which keeps the focus
          <div
            key={entry.to ?? entry.href ?? entry.title}
            id={optionId(index)}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            className={styles.option}
            onPointerMove={() => setChosen(index)}
            onClick={() => open(entry)}
          >
            <span className={styles.icon}>
              <EntryIcon entry={entry} />
            </span>
            <span className={styles.words}>
              <span className={styles.title}>{entry.title}</span>
              <span className={styles.about}>{entry.about}</span>
            </span>
            <CornerDownLeft size={16} className={styles.enter} aria-hidden="true" />
          </div>
        ))}
      </div>
      <p role="status" className={found.length === 0 ? styles.nothing : styles.count}>
        {found.length === 0 ? `Nothing found for “${typed.trim()}”` : `${found.length} found`}
      </p>
    </dialog>
  );
}

function useEntries(): PaletteEntry[] {
  const { routes, tools, places, navigation } = usePortal();
  const mayOpen = useMayOpen();
  const actions = useActions();
  return useMemo(
    () => [
      ...paletteEntries(
        { routes, tools: tools.map(({ tool }) => tool), places, navigation, links: pageData.campus.links },
        mayOpen,
      ),
      ...actions,
    ],
    [routes, tools, places, navigation, mayOpen, actions],
  );
}

/** What can be done from anywhere. */
function useActions(): PaletteEntry[] {
  const { account } = useAccount();
  const { setColorScheme } = useMantineColorScheme();
  return useMemo(() => {
    const isDark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
    const colors: PaletteEntry = {
      title: isDark ? 'Use light colors' : 'Use dark colors',
      about: 'Appearance of the portal in this browser',
      keywords: ['theme', 'dark mode', 'light mode'],
      icon: null,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    };
    if (account === null) return [colors];
    const about = `You're signed in as ${account.name}`;
    const leave = { title: 'Sign out', about, keywords: ['log out'], icon: null };
    return [colors, { ...leave, run: () => signOut(account) }];
  }, [account, setColorScheme]);
}

function EntryIcon({ entry }: { entry: PaletteEntry }) {
  if (entry.run !== undefined) return <Zap size={18} aria-hidden="true" />;
  if (entry.href !== undefined) return <ArrowUpRight size={18} aria-hidden="true" />;
  if (entry.icon === null) return <FileText size={18} aria-hidden="true" />;
  return <Icon name={entry.icon} size={18} />;
}
