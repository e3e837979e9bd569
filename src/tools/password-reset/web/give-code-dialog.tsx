import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx';
import { EmailText } from '../../../platform/ui/email-text.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { confirmDeskReset, type DeskReset, listDeskResets, showDeskCode } from '../contract.ts';
import { DeskCode } from './desk-code.tsx';
import { DeskProblem } from './desk-problem.tsx';
import { idKindWords } from './desk-words.ts';
import styles from './facts.module.css';

/** The second person compares the ID again: only then is there a link, which is shown as a code. */
const confirming = { call: confirmDeskReset, title: 'Confirm', action: 'Confirm and show the code' };
/** For one of the two who vouched: the first code was closed too early, or the phone did not read it. */
const again = { call: showDeskCode, title: 'New code for', action: 'Show a new code' };

export interface GivingCode {
  reset: DeskReset;
  isAgain: boolean;
}

interface GiveCodeDialogProps {
  open: boolean;
  giving: GivingCode | null;
  onClose: () => void;
}

export function GiveCodeDialog({ open, giving, onClose }: GiveCodeDialogProps) {
  const title = giving === null ? '' : `${(giving.isAgain ? again : confirming).title} ${giving.reset.name}`;
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {giving !== null && <GiveCode key={giving.reset.id} {...giving} onClose={onClose} />}
    </Dialog>
  );
}

function GiveCode({ reset, isAgain, onClose }: GivingCode & { onClose: () => void }) {
  const { call, action } = isAgain ? again : confirming;
  const give = useWrite(call, { invalidates: [listDeskResets] });
  const [given, setGiven] = useState<{ link: string; expiresAt: string } | null>(null);
  const press = () =>
    give.send({ params: { id: reset.id } }).then(
      ({ data }) => setGiven(data),
      // Shown above the buttons.
      () => undefined,
    );
  if (given !== null) return <DeskCode {...given} name={reset.name} onClose={onClose} />;
  return (
    <div className={styles.confirmation}>
      {give.error !== null && <DeskProblem error={give.error} />}
      {isAgain ? (
        <p className={styles.explained}>
          The code that was shown before stops working. The new one works only as long as that one would have.
        </p>
      ) : (
        <WhatToCompare reset={reset} />
      )}
      <DialogActions>
        <Button onClick={() => void press()} loading={give.isPending} data-autofocus>
          {action}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </div>
  );
}

function WhatToCompare({ reset: { name, principalEmail, idKind, startedBy } }: { reset: DeskReset }) {
  return (
    <>
      <p className={styles.explained}>
        {startedBy} looked at their ID. Look at it yourself: does it have this name, and the face of the
        person in front of you?
      </p>
      <dl className={styles.typed}>
        <div>
          <dt>Name</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>Account</dt>
          <dd>
            <EmailText>{principalEmail}</EmailText>
          </dd>
        </div>
        <div>
          <dt>ID</dt>
          <dd>{idKindWords[idKind]}</dd>
        </div>
      </dl>
    </>
  );
}
