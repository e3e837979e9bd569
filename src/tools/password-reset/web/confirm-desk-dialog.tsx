import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { confirmDeskReset, type DeskReset, listDeskResets } from '../contract.ts';
import { DeskCode } from './desk-code.tsx';
import { DeskProblem } from './desk-problem.tsx';
import { idKindWords } from './desk-words.ts';
import styles from './facts.module.css';

interface ConfirmDeskDialogProps {
  open: boolean;
  reset: DeskReset | null;
  onClose: () => void;
}

/** The second person compares the ID once more. Only then is there a link, which is shown as a code. */
export function ConfirmDeskDialog({ open, reset, onClose }: ConfirmDeskDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={reset === null ? '' : `Confirm ${reset.name}`}>
      {reset !== null && <Confirmation key={reset.id} reset={reset} onClose={onClose} />}
    </Dialog>
  );
}

function Confirmation({ reset, onClose }: { reset: DeskReset; onClose: () => void }) {
  const confirm = useWrite(confirmDeskReset, { invalidates: [listDeskResets] });
  const [given, setGiven] = useState<{ link: string; expiresAt: string } | null>(null);
  const press = () =>
    confirm.send({ params: { id: reset.id } }).then(
      ({ data }) => setGiven(data),
      // Shown above the buttons.
      () => undefined,
    );
  if (given !== null) return <DeskCode {...given} name={reset.name} onClose={onClose} />;
  return (
    <div className={styles.confirmation}>
      {confirm.error !== null && <DeskProblem error={confirm.error} />}
      <p className={styles.explained}>
        {reset.startedBy} looked at their ID. Look at it yourself: does it have this name, and the face of the
        person in front of you?
      </p>
      <dl className={styles.typed}>
        <div>
          <dt>Name</dt>
          <dd>{reset.name}</dd>
        </div>
        <div>
          <dt>Account</dt>
          <dd>
            <EmailText>{reset.principalEmail}</EmailText>
          </dd>
        </div>
        <div>
          <dt>ID</dt>
          <dd>{idKindWords[reset.idKind]}</dd>
        </div>
      </dl>
      <DialogActions>
        <Button onClick={() => void press()} loading={confirm.isPending} data-autofocus>
          Confirm and show the code
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </div>
  );
}
