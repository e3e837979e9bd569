import { type ComponentProps, createContext, type ReactNode, useId } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { mayDiscard } from './unsaved.ts';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'children'> {
  /** The form; `cancel` is for its button and asks first if something was typed. */
  children: (cancel: () => void) => ReactNode;
}

/** The id of the dialog that a form is in, if any. */
export const DialogOfForm = createContext<string | null>(null);

/**
 * A dialog with a form in it: Escape, the backdrop, and Cancel ask before what was typed in it is discarded. It belongs
 * to the screen, never to a row, since a reloaded list may lose the row while someone types.
 */
export function FormDialog({ onClose, children, ...dialog }: FormDialogProps) {
  const id = useId();
  const cancel = () => void mayDiscard(id).then((yes) => yes && onClose());
  return (
    <Dialog {...dialog} onClose={cancel}>
      <DialogOfForm value={id}>{children(cancel)}</DialogOfForm>
    </Dialog>
  );
}
