import { ArrowUpRight, CornerDownLeft, FileText, Mail, Zap } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import type { PaletteEntry } from './entries.ts';
import { keyOf, type PaletteGroup } from './groups.ts';
import styles from './palette.module.css';

interface ResultsProps {
  id: string;
  groups: readonly PaletteGroup[];
  /** The id in the page of an entry's row, by its place among all. */
  optionId: (index: number) => string;
  /** The place of the chosen entry among all, or -1. */
  chosen: number;
  isBusy: boolean;
  onChoose: (index: number) => void;
  onOpen: (entry: PaletteEntry) => void;
}

/** What was found, under its headings. The keys are handled in the text field, which keeps the focus. */
export function Results({ id, groups, optionId, chosen, isBusy, onChoose, onOpen }: ResultsProps) {
  let count = 0;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      aria-busy={isBusy}
      className={styles.results}
      tabIndex={-1}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox, not of fields in a form
        <div
          key={group.id}
          role="group"
          aria-labelledby={`${id}-${group.id}`}
          data-stale={group.isStale || undefined}
          className={styles.group}
        >
          <p id={`${id}-${group.id}`} role="presentation" className={styles.heading}>
            {group.title}
          </p>
          {group.entries.map((entry) => {
            const index = count;
            count += 1;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
              <div
                key={keyOf(group, entry)}
                id={optionId(index)}
                role="option"
                aria-selected={index === chosen}
                tabIndex={-1}
                onMouseDown={(event) => event.preventDefault()}
                className={styles.option}
                onPointerMove={() => onChoose(index)}
                onClick={() => onOpen(entry)}
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
            );
          })}
        </div>
      ))}
    </div>
  );
}

function EntryIcon({ entry: { run, href, icon } }: { entry: PaletteEntry }) {
  if (run !== undefined) return <Zap size={18} aria-hidden="true" />;
  if (href?.startsWith('mailto:')) return <Mail size={18} aria-hidden="true" />;
  if (icon !== null) return <Icon name={icon} size={18} />;
  if (href !== undefined) return <ArrowUpRight size={18} aria-hidden="true" />;
  return <FileText size={18} aria-hidden="true" />;
}
