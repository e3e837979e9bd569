import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import type { ApplicationDetails } from '../contract/shapes.ts';
import { decideReport, declineApplication, editApplication } from '../contract.ts';
import { decisionReads } from './use-decisions.ts';

/** What is being done with a reason: voting against it, moving it, or returning its final report. */
export type Reasoned = 'vote' | 'Draft' | 'Declined' | 'report';

const words = {
  vote: {
    title: 'Vote to decline',
    label: 'Reason',
    description: 'The committee reads it.',
    action: 'Vote to decline',
    done: 'You voted to decline this application',
  },
  Draft: {
    title: 'Move to Draft',
    label: 'What should be changed?',
    description: 'The applicant reads it.',
    action: 'Move to Draft',
    done: 'Moved to Draft',
  },
  Declined: {
    title: 'Decline this application',
    label: 'Reason',
    description: 'The applicant reads it.',
    action: 'Decline',
    done: 'The application is declined',
  },
  report: {
    title: 'Return the final report',
    label: 'What is missing?',
    description: 'The applicant reads it.',
    action: 'Return report',
    done: 'Final report returned',
  },
} as const;

interface ReasonDialogProps {
  open: boolean;
  onClose: () => void;
  about: Reasoned;
  application: ApplicationDetails;
  /** A vote can't be undone, so it counts only for what the approver has seen. */
  seenVersion: number;
}

export function ReasonDialog({ open, onClose, ...form }: ReasonDialogProps) {
  const { about } = form;
  return (
    <FormDialog open={open} onClose={onClose} title={words[about].title}>
      {(cancel) => (
        // What was written for the committee must not be there when a dialog that the applicant reads opens next.
        <ReasonForm key={about} {...form} onDone={onClose} onCancel={cancel} />
      )}
    </FormDialog>
  );
}

interface ReasonFormProps extends Pick<ReasonDialogProps, 'about' | 'application' | 'seenVersion'> {
  onDone: () => void;
  onCancel: () => void;
}

function ReasonForm({ about, application, seenVersion, onDone, onCancel }: ReasonFormProps) {
  const vote = useWrite(declineApplication, { invalidates: decisionReads });
  const move = useWrite(editApplication, { invalidates: decisionReads });
  const decision = useWrite(decideReport, { invalidates: decisionReads });
  const { action, label, description, done } = words[about];
  const params = { id: application._id };
  const seen = useSeenVersion(application.version, seenVersion);
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).declineApplication.body.shape,
    initialValues: { reason: '' },
    toBody: (values) => values,
    send: ({ reason }) => {
      const { version } = seen;
      if (about === 'vote') return vote.send({ params, body: { reason, version } });
      if (about === 'report')
        return decision.send({ params, body: { state: 'Returned', comment: reason, version } });
      return move.send({ params, body: { approvalStatus: about, comment: reason, version } });
    },
    onProblem: seen.onProblem,
    onDone: () => {
      showToast({ title: done });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action={action} onCancel={onCancel}>
      <TextArea
        {...entry.fields.getInputProps('reason')}
        name="reason"
        label={label}
        description={description}
        withAsterisk
        data-autofocus
      />
    </EntryForm>
  );
}
