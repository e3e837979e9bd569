import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { ImportForm } from './import-form.tsx';

export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose} title="Import facts" shape="wide">
      {(cancel) => <ImportForm onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}
