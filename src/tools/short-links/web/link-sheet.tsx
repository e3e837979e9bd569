import { Dialog } from '../../../platform/ui/dialog.tsx';
import type { Link } from '../contract.ts';
import { LinkDetails } from './link-details.tsx';

interface LinkSheetProps {
  open: boolean;
  onClose: () => void;
  link: Link | null;
  onEdit: () => void;
}

/** The details of a link, next to the list. */
export function LinkSheet({ open, onClose, link, onEdit }: LinkSheetProps) {
  return (
    <Dialog shape="sheet" open={open} onClose={onClose} title={`/r/${link?.shortUrl}`}>
      {link && <LinkDetails link={link} onEdit={onEdit} />}
    </Dialog>
  );
}
