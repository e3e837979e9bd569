import type { ComponentProps, ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { hasUnsavedWork } from '../session/unsaved-work.ts';
import { mayDiscard } from './unsaved.ts';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'children'> {
  /** The form; `cancel` is for its button and asks first if something was typed. */
  children: (cancel: () => void) => ReactNode;
}

/**
 * A dialog with a form in it: Escape, the backdrop, and Cancel ask before what was typed is discarded. It belongs to
 * the screen, never to a row, since a reloaded list may lose the row while someone types.
 */
export function FormDialog({ onClose, children, ...dialog }: FormDialogProps) {
  const askToClose = async () => {
    if (!hasUnsavedWork() || (await mayDiscard())) onClose();
  };
  const cancel = () => void askToClose();
  return (
    <Dialog {...dialog} onClose={cancel}>
      {children(cancel)}
    </Dialog>
  );
}
