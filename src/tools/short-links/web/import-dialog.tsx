import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { ImportForm } from './import-form.tsx';

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
  onImported: () => void;
}

export function ImportDialog({ open, onClose, onImported }: ImportDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Import links" shape="wide">
      {(cancel) => (
        <ImportForm
          onCancel={cancel}
          onDone={() => {
            onClose();
            onImported();
          }}
        />
      )}
    </FormDialog>
  );
}
