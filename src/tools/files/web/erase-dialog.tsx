import { useLocation } from 'wouter';
import { shownName } from '../../../platform/ui/file-name.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { PublishedFile } from '../contract/shapes.ts';
import { eraseFile, listFiles, listMyFiles } from '../contract.ts';
import { files } from '../tool.ts';

interface EraseDialogProps {
  open: boolean;
  onClose: () => void;
  file: PublishedFile;
}

/** Something confidential was published by mistake: all of it is removed at once. */
export function EraseDialog({ open, onClose, file }: EraseDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Delete for good?">
      {(cancel) => <EraseForm file={file} onCancel={cancel} />}
    </FormDialog>
  );
}

function EraseForm({ file, onCancel }: { file: PublishedFile; onCancel: () => void }) {
  const [, navigate] = useLocation();
  const erase = useWrite(eraseFile, { invalidates: [listFiles, listMyFiles] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).eraseFile.body.shape,
    initialValues: { reason: '' },
    toBody: (values) => values,
    send: (body) => erase.send({ params: { id: file._id }, body }),
    onDone: () => {
      showToast({ title: `Deleted ${shownName(file.originalFilename)} for good` });
      // The file's page is gone: Back must not return to it.
      navigate(files.screens.manage.path, { replace: true });
    },
  });
  return (
    <EntryForm entry={entry} action="Delete for good" onCancel={onCancel}>
      <p>
        <bdi>{shownName(file.originalFilename)}</bdi> and all its versions are removed from the portal
        immediately. This can't be undone. Backups keep them a few more weeks. Who did it and why is kept in
        the audit log.
      </p>
      <TextField
        {...entry.fields.getInputProps('reason')}
        name="reason"
        label="Reason"
        withAsterisk
        data-autofocus
      />
    </EntryForm>
  );
}
