import { FileField } from '../../../platform/ui/file-field.tsx';
import { useCall, useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { PublishedFile } from '../contract/shapes.ts';
import { addFileVersion, listFiles, listMyFiles, readFileDetails, readFileOptions } from '../contract.ts';

interface VersionDialogProps {
  open: boolean;
  onClose: () => void;
  file: PublishedFile;
}

/** The next version of a file. */
export function VersionDialog({ open, onClose, file }: VersionDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Add a new version">
      {(cancel) => <VersionForm file={file} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

function VersionForm({
  file,
  onDone,
  onCancel,
}: {
  file: PublishedFile;
  onDone: () => void;
  onCancel: () => void;
}) {
  const declared = addFileVersion.body.files.file;
  const largest = useCall(readFileOptions, {}).data?.data.largestFile ?? declared.maxBytes;
  const add = useWrite(addFileVersion, { invalidates: [listFiles, listMyFiles, readFileDetails] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).addFileVersion.body.shape,
    initialValues: { file: [] as File[] },
    uploads: { file: { ...declared, maxBytes: largest } },
    toBody: () => ({}),
    send: (body, { values, uploading }) =>
      add.send({ params: { id: file._id }, body, files: { file: values.file } }, uploading),
    onDone: ({ data }) => {
      showToast({ title: `Version ${data.currentVersion} published`, text: 'The link is the same.' });
      onDone();
    },
  });
  const chosen = entry.fields.getInputProps('file');
  return (
    <EntryForm entry={entry} action="Upload" onCancel={onCancel}>
      <FileField
        {...chosen}
        onChange={(files) => {
          chosen.onChange(files);
          entry.clearProblem();
        }}
        name="file"
        label="File"
        hint={`Up to ${Math.floor(largest / (1024 * 1024))} MB. The name and the link stay.`}
        withAsterisk
      />
    </EntryForm>
  );
}
