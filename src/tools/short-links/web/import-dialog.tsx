import { Dialog } from '../../../platform/ui/dialog.tsx';
import { ImportForm } from './import-form.tsx';

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
  onImported: () => void;
}

export function ImportDialog({ open, onClose, onImported }: ImportDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Import links" shape="wide">
      <ImportForm
        onCancel={onClose}
        onDone={() => {
          onClose();
          onImported();
        }}
      />
    </Dialog>
  );
}
