import type { ComponentProps, ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { hasUnsavedWork } from '../session/unsaved-work.ts';
import { mayDiscard } from './unsaved.ts';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'children'> {
  /** The form; `cancel` is for its button and asks first when something was typed. */
  children: (cancel: () => void) => ReactNode;
}

/**
 * A dialog with a form in it: Escape, the backdrop and Cancel ask before what was typed is thrown away. It belongs to
 * the screen, never to a row: a list that is read again may lose the row while somebody types.
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
