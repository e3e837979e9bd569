import { useLocation } from 'wouter';
import { SelectField } from '../../../platform/ui/select-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { SeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import type { DeskDetails } from '../contract/desk-shapes.ts';
import { mergeTicket } from '../contract.ts';
import { deskTicketPath } from './links.ts';
import { deskReads } from './use-desk-change.ts';

interface MergeDialogProps {
  open: boolean;
  onClose: () => void;
  ticket: DeskDetails;
  seen: SeenVersion<number>;
}

/** Makes a ticket part of another one of the same person. */
export function MergeDialog({ open, onClose, ...about }: MergeDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={`Merge #${about.ticket.number} into another ticket`}>
      {(cancel) => <MergeForm {...about} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

interface MergeFormProps {
  ticket: DeskDetails;
  seen: SeenVersion<number>;
  onDone: () => void;
  onCancel: () => void;
}

function MergeForm({ ticket, seen, onDone, onCancel }: MergeFormProps) {
  const [, navigate] = useLocation();
  const merge = useWrite(mergeTicket, { invalidates: deskReads });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).mergeTicket.body.shape,
    initialValues: { into: '' },
    toBody: ({ into }) => ({ into: Number(into), version: seen.version }),
    send: (body) => merge.send({ params: { id: ticket.id }, body }),
    onProblem: seen.onProblem,
    onDone: ({ data }) => {
      showToast({ title: `Merged into #${data.number}` });
      onDone();
      navigate(deskTicketPath(data.id));
    },
  });
  return (
    <EntryForm entry={entry} action="Merge" onCancel={onCancel}>
      <SelectField
        {...entry.fields.getInputProps('into')}
        name="into"
        label={`Ticket of ${ticket.requester.name}`}
        description="Messages and notes move there, and this ticket is closed. This can't be undone."
        options={ticket.others
          .filter(({ canBeMergedInto }) => canBeMergedInto)
          .map(({ number, subject }) => ({ value: String(number), label: `#${number} ${subject}` }))}
        withAsterisk
        data-autofocus
      />
    </EntryForm>
  );
}
