import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { UploadForm } from './upload-form.tsx';

export function UploadDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose} title="Import the directory" shape="wide">
      {(cancel) => <UploadForm onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}
