import { CheckField } from '../../../platform/ui/check-field.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { SeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import type { DeskDetails } from '../contract/desk-shapes.ts';
import { changeTicket } from '../contract.ts';
import { deskReads } from './use-desk-change.ts';

interface SolveDialogProps {
  open: boolean;
  onClose: () => void;
  ticket: DeskDetails;
  seen: SeenVersion<number>;
}

/** Solves a ticket from an RA log without an answer, and offers to close the follow-up of the log. */
export function SolveDialog({ open, onClose, ...about }: SolveDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={`Mark #${about.ticket.number} as solved`}>
      {(cancel) => <SolveForm {...about} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

interface SolveFormProps {
  ticket: DeskDetails;
  seen: SeenVersion<number>;
  onDone: () => void;
  onCancel: () => void;
}

function SolveForm({ ticket, seen, onDone, onCancel }: SolveFormProps) {
  const solve = useWrite(changeTicket, { invalidates: deskReads });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).solving,
    initialValues: { closesFollowUp: true, closingNote: '' },
    toBody: ({ closesFollowUp, closingNote }) => ({
      state: 'solved' as const,
      version: seen.version,
      ...(closesFollowUp ? { closingNote } : {}),
    }),
    send: (body) => solve.send({ params: { id: ticket.id }, body }),
    onProblem: seen.onProblem,
    onDone: ({ data }) => {
      seen.note(data.version);
      showToast({ title: 'Marked as solved' });
      onDone();
    },
  });
  const { fields } = entry;
  return (
    <EntryForm entry={entry} action="Mark as solved" onCancel={onCancel}>
      <CheckField
        label={`Close the follow-up in ${ticket.log?.building}, too`}
        checked={fields.values.closesFollowUp}
        onChange={(checked) => fields.setFieldValue('closesFollowUp', checked)}
      />
      {fields.values.closesFollowUp && (
        <TextArea
          {...fields.getInputProps('closingNote')}
          name="closingNote"
          label="What was done"
          description="The note of the follow-up. Its owner is notified."
          withAsterisk
          data-autofocus
        />
      )}
    </EntryForm>
  );
}
