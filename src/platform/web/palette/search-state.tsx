import { Button, Loader } from '@mantine/core';
import type { PaletteGroup } from './groups.ts';
import styles from './palette.module.css';
import type { Found } from './use-found.ts';

interface SearchStateProps {
  typed: string;
  groups: readonly PaletteGroup[];
  found: Found & { retry: () => void };
  isOffline: boolean;
}

/** Below the results: what is still being looked up, what failed, and, for screen readers, how much was found. */
export function SearchState({ typed, groups, found, isOffline }: SearchStateProps) {
  const { isLoading, fault, missing, retry } = found;
  const words = typed.trim();
  const isNothing = groups.length === 0 && !isLoading && fault === null;
  return (
    <>
      {isNothing && <p className={styles.nothing}>Nothing found for “{words}”</p>}
      {isLoading && (
        <p className={styles.note} aria-hidden="true">
          <Loader size={14} /> Searching…
        </p>
      )}
      {fault !== null && (
        <div className={styles.note} role="alert">
          <span>Only pages were searched. {fault}</span>
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {isOffline && words !== '' && <p className={styles.note}>You're offline. Only pages are searched.</p>}
      {missing.length > 0 && (
        <div className={styles.note}>
          <span>{missing.join(', ')} didn't answer, so something may be missing here.</span>
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      <p role="status" className="quad-heard">
        {isLoading ? '' : countsOf(groups, words)}
      </p>
    </>
  );
}

/** "7 found. Pages: 2, Files: 5" */
function countsOf(groups: readonly PaletteGroup[], words: string): string {
  const total = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  if (total === 0) return `Nothing found for “${words}”`;
  const each = groups.map(({ title, entries }) => `${title}: ${entries.length}`);
  return `${total} found. ${each.join(', ')}`;
}
