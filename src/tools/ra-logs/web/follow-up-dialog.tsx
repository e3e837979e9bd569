import { Dialog } from '../../../platform/ui/dialog.tsx';
import type { RaLog } from '../contract.ts';
import { AssignForm } from './assign-form.tsx';
import { CloseForm } from './close-form.tsx';

export interface FollowUpDialogProps {
  open: boolean;
  onClose: () => void;
  /** What is to be done. */
  step: 'assign' | 'close';
  log: RaLog;
  /** Who works on it now. */
  owner: string | null;
}

/** One step of a follow-up: who works on it, or how it ended. */
export function FollowUpDialog({ open, onClose, step, log, owner }: FollowUpDialogProps) {
  const { building } = log;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={step === 'assign' ? `Who follows up in ${building}?` : `Close the follow-up in ${building}`}
    >
      {step === 'assign' ? (
        <AssignForm log={log} owner={owner} onDone={onClose} />
      ) : (
        <CloseForm log={log} onDone={onClose} />
      )}
    </Dialog>
  );
}
