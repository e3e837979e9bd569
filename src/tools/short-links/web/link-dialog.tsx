import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
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

/** The Add URL and Edit URL dialogs. */
export function LinkDialog({ open, link, onClose, onAdded }: LinkDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={link ? `Edit /r/${link.shortUrl}` : 'Add URL'}>
      {(cancel) =>
        link ? (
          <EditLinkForm key={link._id} link={link} onDone={onClose} onCancel={cancel} />
        ) : (
          <AddLinkForm
            onCancel={cancel}
            onDone={() => {
              onClose();
              onAdded();
            }}
          />
        )
      }
    </FormDialog>
  );
}
