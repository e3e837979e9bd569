import { type ComponentType, useEffect, useState } from 'react';
import { silentFailure } from '../client/api-error.ts';
import { whenIdle } from '../routes/when-idle.ts';
import { showToast } from './toasts.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A dialog that the first paint does not wait for: its code comes once the page has settled, at the latest when the
 * dialog is opened. When it cannot come, the person is told and may press again.
 */
export function lazyDialog<Props extends DialogProps>(load: Load<Props>): ComponentType<Props> {
  return (props) => <LazyDialog load={load} dialog={props} />;
}

function LazyDialog<Props extends DialogProps>({ load, dialog }: { load: Load<Props>; dialog: Props }) {
  const { open, onClose } = dialog;
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  const isWanted = open && Loaded === null;
  useEffect(() => {
    void whenIdle()
      .then(load)
      .catch(() => undefined);
  }, [load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it asks, not another way to close it
  useEffect(() => {
    if (!isWanted) return;
    load().then(
      (component) => setLoaded(() => component),
      () => {
        const text = silentFailure('unreachable').detail;
        showToast({ tone: 'error', title: 'This could not be opened', text });
        onClose();
      },
    );
  }, [isWanted]);
  return Loaded && <Loaded {...dialog} />;
}
