import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import type { RaLog } from '../contract.ts';
import { AssignForm } from './assign-form.tsx';
import { CloseForm } from './close-form.tsx';

/** What to do: assign it, or close it. */
export type FollowUpStep = 'assign' | 'close';

interface FollowUpDialogProps {
  open: boolean;
  onClose: () => void;
  /** `null` until one was requested. */
  asked: { step: FollowUpStep; log: RaLog } | null;
}

/** One step of a follow-up: who works on it, or how it ended. */
export function FollowUpDialog({ open, onClose, asked }: FollowUpDialogProps) {
  if (asked === null) return null;
  const { step, log } = asked;
  const title =
    step === 'assign' ? `Assign the follow-up in ${log.building}` : `Close the follow-up in ${log.building}`;
  return (
    <FormDialog open={open} onClose={onClose} title={title}>
      {(cancel) =>
        step === 'assign' ? (
          <AssignForm
            key={log._id}
            log={log}
            owner={log.followUpTask?.owner ?? null}
            onDone={onClose}
            onCancel={cancel}
          />
        ) : (
          <CloseForm key={log._id} log={log} onDone={onClose} onCancel={cancel} />
        )
      }
    </FormDialog>
  );
}
