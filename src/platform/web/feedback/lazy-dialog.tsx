import { type ComponentType, useEffect } from 'react';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { whenIdle } from '../routes/when-idle.ts';
import { sayNotOpened } from './say-not-opened.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

/**
 * A dialog that the first paint does not wait for: its code loads once the page has settled, or when the dialog is
 * opened. If it cannot load, a toast says so.
 */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyPart<Props>(load, {
    isWanted: ({ open }) => open,
    onFailure({ onClose }) {
      sayNotOpened();
      onClose();
    },
  });
  return (props) => <LazyDialog load={load} Part={Part} dialog={props} />;
}

interface LazyDialogProps<Props> {
  load: () => Promise<unknown>;
  Part: ComponentType<Props>;
  dialog: Props;
}

function LazyDialog<Props extends DialogProps>({ load, Part, dialog }: LazyDialogProps<Props>) {
  useEffect(() => {
    void whenIdle()
      .then(load)
      .catch(() => undefined);
  }, [load]);
  return <Part {...dialog} />;
}
