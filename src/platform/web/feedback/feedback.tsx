import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { questionStore } from './confirm.ts';
import { Toaster } from './toaster.tsx';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** Shows toasts and questions. Stands once, in the shell. */
export function Feedback() {
  const question = useSyncExternalStore(questionStore.subscribe, questionStore.current);
  const [wanted, setWanted] = useState(false);
  if (question && !wanted) setWanted(true);
  return (
    <>
      <Toaster />
      <Suspense>{wanted && <ConfirmDialog question={question} />}</Suspense>
    </>
  );
}
