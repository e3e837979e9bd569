import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { type DeskReset, listDeskResets, showDeskCode } from '../contract.ts';
import { DeskCode } from './desk-code.tsx';
import { DeskProblem } from './desk-problem.tsx';
import styles from './facts.module.css';

interface ShowCodeDialogProps {
  open: boolean;
  reset: DeskReset | null;
  onClose: () => void;
}

/** For one of the two who vouched: the first code was closed too early, or the phone did not read it. */
export function ShowCodeDialog({ open, reset, onClose }: ShowCodeDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={reset === null ? '' : `New code for ${reset.name}`}>
      {reset !== null && <NewCode key={reset.id} reset={reset} onClose={onClose} />}
    </Dialog>
  );
}

function NewCode({ reset, onClose }: { reset: DeskReset; onClose: () => void }) {
  const show = useWrite(showDeskCode, { invalidates: [listDeskResets] });
  const [given, setGiven] = useState<{ link: string; expiresAt: string } | null>(null);
  const press = () =>
    show.send({ params: { id: reset.id } }).then(
      ({ data }) => setGiven(data),
      // Shown above the buttons.
      () => undefined,
    );
  if (given !== null) return <DeskCode {...given} name={reset.name} onClose={onClose} />;
  return (
    <div className={styles.confirmation}>
      {show.error !== null && <DeskProblem error={show.error} />}
      <p className={styles.explained}>
        The code that was shown before stops working. The new one works only as long as that one would have.
      </p>
      <DialogActions>
        <Button onClick={() => void press()} loading={show.isPending} data-autofocus>
          Show a new code
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </div>
  );
}
