import { Button } from '@mantine/core';
import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { CheckField } from '../../../platform/ui/check-field.tsx';
import { Dialog } from '../../../platform/ui/dialog.tsx';
import { useSingleKeys } from '../../../platform/web/list/use-single-keys.ts';
import { useSavedChoice } from '../../../platform/web/routes/saved-choice.ts';
import styles from './desk.module.css';

export interface DeskKey {
  key: string;
  what: string;
  act: () => void;
}

/** The keys of a screen at the desk: they work, `?` explains them, and they can be switched off. */
export function DeskKeys({ keys }: { keys: readonly DeskKey[] }) {
  const [isOn, choose] = useSavedChoice('help-desk.keys', true);
  const [isOpen, setIsOpen] = useState(false);
  useSingleKeys(isOn, (pressed) => {
    if (pressed === '?') setIsOpen(true);
    const found = keys.find(({ key }) => key === pressed);
    found?.act();
    return pressed === '?' || found !== undefined;
  });
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.keysButton}
        leftSection={<Keyboard size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        Keyboard shortcuts
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Keyboard shortcuts">
        <dl className={styles.keys}>
          {[...keys, { key: '?', what: 'Show these shortcuts' }].map(({ key, what }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <CheckField label="Use keyboard shortcuts" checked={isOn} onChange={choose} />
      </Dialog>
    </>
  );
}

/** Moves the focus among the rows of a list. */
export function goToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-ticket]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 && step === -1 ? undefined : rows[at + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}
