import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import { listRuns, type Run, readRun, voidRun } from '../contract.ts';

interface VoidDialogProps {
  open: boolean;
  onClose: () => void;
  run: Run;
}

export function VoidDialog({ open, onClose, run }: VoidDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={`Void ${run.journalLogNumber}`}>
      {(cancel) => <VoidForm run={run} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

function VoidForm({ run, onDone, onCancel }: { run: Run; onDone: () => void; onCancel: () => void }) {
  const write = useWrite(voidRun, { invalidates: [readRun, listRuns] });
  const seen = useSeenVersion(run.version);
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).voidRun.body.shape,
    initialValues: { reason: '' },
    toBody: (values) => values,
    send: ({ reason }) => write.send({ params: { id: run.id }, body: { reason, version: seen.version } }),
    onProblem: seen.onProblem,
    onDone: () => {
      showToast({ title: `${run.journalLogNumber} is void` });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action="Void" onCancel={onCancel}>
      <p>
        The journal no longer counts, and its file can be processed again. This can't be undone. If the ledger
        already has it, remove it there, too.
      </p>
      <TextArea
        {...entry.fields.getInputProps('reason')}
        name="reason"
        label="Reason"
        withAsterisk
        data-autofocus
      />
    </EntryForm>
  );
}
