import { Dialog } from '../../../platform/ui/dialog.tsx';
import { hasUnsavedWork, mayDiscard } from '../../../platform/web/form/unsaved.ts';
import type { Link } from '../contract.ts';
import { AddLinkForm } from './add-link-form.tsx';
import { EditLinkForm } from './edit-link-form.tsx';

interface LinkDialogProps {
  open: boolean;
  /** The link to change; `null` to add one. */
  link: Link | null;
  onClose: () => void;
  onAdded: () => void;
}

/** The Add URL and Edit URL dialogs; closing one with something typed asks first. */
export function LinkDialog({ open, link, onClose, onAdded }: LinkDialogProps) {
  const askToClose = async () => {
    if (!hasUnsavedWork() || (await mayDiscard())) onClose();
  };
  const cancel = () => void askToClose();
  return (
    <Dialog open={open} onClose={cancel} title={link ? `Edit /r/${link.shortUrl}` : 'Add URL'}>
      {link ? (
        <EditLinkForm key={link._id} link={link} onDone={onClose} onCancel={cancel} />
      ) : (
        <AddLinkForm
          onCancel={cancel}
          onDone={() => {
            onClose();
            onAdded();
          }}
        />
      )}
    </Dialog>
  );
}
